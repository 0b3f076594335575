// Node also loads the npm packages of end-to-end specs, once for all files of a worker: loading supertest for
// each file takes a tenth of a second. These packages do not recognize a spec's RegExp: match headers by
// toMatch, not by supertest's expect. Jest loads ES module packages, and the packages of its global setup,
// which has no environment.
export default {
  process: (source, file, { supportsStaticESM }) => ({
    code: supportsStaticESM
      ? source
      : `if (globalThis.requireBuilt) return void (module.exports = globalThis.requireBuilt(${JSON.stringify(file)}));\n${source}`,
  }),
};
