/** @jest-config-loader esbuild-register */
import type { Config } from 'jest';

/** What every project shares: ESM, swc with the decorator metadata Nest needs, and our packages read from source. */
const shared: Config = {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  modulePathIgnorePatterns: ['<rootDir>/.*/dist/', '<rootDir>/dist/', '<rootDir>/test/packed/', '<rootDir>/.build/'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        swcrc: false,
        sourceMaps: 'inline',
        module: { type: 'es6' },
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
          keepClassNames: true,
        },
      },
    ],
  },
  moduleNameMapper: {
    '^@nest-reactor/core/ports$': '<rootDir>/packages/core/src/ports.ts',
    '^@nest-reactor/(core)$': '<rootDir>/packages/$1/src/index.ts',
    '^@nest-reactor/(conformance|demo-reactors)$': '<rootDir>/libs/$1/src/index.ts',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
};

const reportTo = process.env['JEST_COUNT_FILE'];

const config: Config = {
  maxWorkers: 2,
  passWithNoTests: true,
  coverageProvider: 'v8',
  collectCoverageFrom: ['packages/*/src/**/*.ts', '!**/*.spec.ts'],
  reporters: [
    'default',
    ...(reportTo === undefined ? [] : [['<rootDir>/scripts/jest-count-reporter.mjs', { file: reportTo }] as const]),
  ].map((reporter) => (typeof reporter === 'string' ? reporter : [reporter[0], reporter[1]])),
  projects: [
    {
      ...shared,
      displayName: 'unit',
      testMatch: [
        '<rootDir>/packages/*/src/**/*.spec.ts',
        '<rootDir>/packages/*/test/**/*.spec.ts',
        '<rootDir>/libs/*/src/**/*.spec.ts',
      ],
    },
    {
      ...shared,
      displayName: 'integration',
      testMatch: ['<rootDir>/packages/*/test/**/*.int-spec.ts', '<rootDir>/libs/*/src/**/*.int-spec.ts'],
    },
    { ...shared, displayName: 'e2e', testMatch: ['<rootDir>/apps/*/test/**/*.e2e-spec.ts'] },
  ],
};

export default config;
