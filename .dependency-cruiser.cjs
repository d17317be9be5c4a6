// Who may import whom: section 3 of the layout, as rules. Type imports count.
// `contract` (schema-validated shapes) sits beside `definition`: it knows kernel and outcome only.

/** Folder of packages/core/src → the other folders it may import. `kernel` is always allowed. */
const MAY_IMPORT = {
  kernel: [],
  outcome: [],
  contract: ['outcome'],
  definition: ['contract', 'outcome'],
  authoring: ['contract', 'definition', 'outcome'],
  plan: ['definition'],
  checkpoint: ['contract', 'outcome'],
  ports: ['checkpoint', 'outcome'],
  memory: ['ports', 'checkpoint'],
  execution: ['plan', 'ports', 'checkpoint', 'contract', 'definition', 'outcome'],
  constructs: ['execution', 'plan', 'ports', 'checkpoint', 'contract', 'definition', 'outcome'],
  jobs: ['constructs', 'execution', 'ports', 'checkpoint', 'outcome'],
  runtime: [
    'jobs',
    'constructs',
    'execution',
    'memory',
    'ports',
    'checkpoint',
    'plan',
    'definition',
    'contract',
    'outcome',
  ],
  nest: ['runtime', 'authoring', 'contract', 'definition', 'ports', 'outcome'],
};

const CORE = '^packages/core/src/';
const SPEC = '\\.(spec|int-spec|e2e-spec)\\.ts$';
const NEST = 'node_modules/@nestjs/';
const folders = Object.keys(MAY_IMPORT);

const layers = folders.map((folder) => ({
  name: `core-${folder}`,
  severity: 'error',
  comment: `core's ${folder}/ may import ${['kernel', ...MAY_IMPORT[folder]].filter((other) => other !== folder).join(', ') || 'nothing of ours'}.`,
  from: { path: `${CORE}${folder}/`, pathNot: SPEC },
  to: { path: CORE, pathNot: `${CORE}(${[folder, 'kernel', ...MAY_IMPORT[folder]].join('|')})/` },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...layers,
    {
      name: 'core-unknown-folder',
      severity: 'error',
      comment: 'A file of core that is in no folder of the table above: give it a place there first.',
      from: { path: CORE, pathNot: `${CORE}((${folders.join('|')})/|(index|ports)\\.ts$)` },
      to: {},
    },
    {
      name: 'core-unknown-folder-imported',
      severity: 'error',
      comment: 'A file of core that is in no folder of the table above: give it a place there first.',
      from: {},
      to: { path: CORE, pathNot: `${CORE}((${folders.join('|')})/|(index|ports)\\.ts$)` },
    },
    {
      name: 'no-circle',
      severity: 'error',
      comment: 'Imports go one way, types included.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-own-entry',
      severity: 'error',
      comment: "Nothing imports its own package's entry: import the file that has the name.",
      from: { path: '^(packages|libs|apps)/([^/]+)/src/' },
      to: { path: '^$1/$2/src/(index|ports)\\.ts$' },
    },
    {
      name: 'nest-only-in-nest-and-authoring',
      severity: 'error',
      comment: 'The engine runs without Nest.',
      from: { path: CORE, pathNot: [`${CORE}(nest|authoring)/`, SPEC] },
      to: { path: NEST },
    },
    {
      name: 'authoring-nestjs-common-only',
      severity: 'error',
      comment: 'Decorators need @nestjs/common and nothing more of Nest.',
      from: { path: `${CORE}authoring/`, pathNot: SPEC },
      to: { path: NEST, pathNot: `${NEST}common/` },
    },
    {
      name: 'adapters-import-ports-only',
      severity: 'error',
      comment: 'Adapter packages import @nest-reactor/core/ports, nothing else of ours, and never each other.',
      from: { path: '^packages/(redis|bullmq|postgres)/src/', pathNot: SPEC },
      to: { path: '^(packages|libs|apps)/', pathNot: ['^packages/$1/src/', '^packages/core/src/ports\\.ts$'] },
    },
    {
      name: 'public-entries-only',
      severity: 'error',
      comment: 'Apps and demo reactors use public entries only.',
      from: { path: '^(apps|libs/demo-reactors)/' },
      to: { path: '^packages/[^/]+/', pathNot: '^packages/[^/]+/src/index\\.ts$' },
    },
    {
      name: 'shipped-source-stands-alone',
      severity: 'error',
      comment: 'No shipped source imports libs, apps or tests.',
      from: { path: '^packages/[^/]+/src/', pathNot: SPEC },
      to: { path: ['^(libs|apps)/', '^packages/[^/]+/test/', SPEC] },
    },
    {
      name: 'apps-are-never-imported',
      severity: 'error',
      comment: 'Apps are run, never imported.',
      from: { path: '^(packages|libs)/' },
      to: { path: '^apps/' },
    },
    {
      name: 'shipped-source-declares-its-dependencies',
      severity: 'error',
      comment: 'A package may import only what its own package.json names as a dependency or a peer.',
      from: { path: '^packages/[^/]+/src/', pathNot: SPEC },
      to: {
        dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'],
        dependencyTypesNot: ['npm', 'npm-peer', 'npm-optional'],
      },
    },
    {
      name: 'resolvable',
      severity: 'error',
      comment: 'The import leads nowhere.',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: ['node_modules', '(^|/)dist/'] },
    exclude: { path: ['(^|/)dist/', '^test/packed/', '/\\.cost/'] },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['types', 'import', 'require', 'node', 'default'],
      extensions: ['.ts', '.d.ts', '.js', '.mjs', '.cjs', '.json', '.node'],
    },
    skipAnalysisNotInRules: true,
  },
};
