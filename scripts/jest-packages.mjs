// What end-to-end specs import of npm packages is loaded by Node itself too, once for all files of a worker: to load supertest anew for each file
// takes a tenth of a second. A pattern of a spec's is no RegExp to them: match headers by toMatch rather than by supertest's expect. Packages of
// ECMAScript modules are left to Jest, and so is what the global setup imports, which runs in no environment.
export default {
  process: (source, file, { supportsStaticESM }) => ({
    code: supportsStaticESM
      ? source
      : `if (globalThis.requireBuilt) return void (module.exports = globalThis.requireBuilt(${JSON.stringify(file)}));\n${source}`,
  }),
};
