interface Report {
  readonly userLimits?: { readonly open_files?: { readonly soft?: unknown } };
}

let known: number | undefined;

/** How many files, sockets among them, this process may have open: Node has raised it to the most that it is allowed. */
export function mostOpenFiles(): number {
  // A report takes 30 ms and more.
  return (known ??= askReport());
}

function askReport(): number {
  // It would look up the names of whom the process is connected to.
  Object.assign(process.report, { excludeNetwork: true });
  const most = Number((process.report.getReport() as Report).userLimits?.open_files?.soft);
  return Number.isNaN(most) ? Infinity : most;
}
