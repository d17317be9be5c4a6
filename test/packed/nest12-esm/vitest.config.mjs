import { defineConfig } from 'vitest/config';

export default defineConfig({ test: { root: './src', include: ['**/*.spec.ts'] } });
