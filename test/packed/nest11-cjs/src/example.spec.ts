import { test } from '@jest/globals';
import { checkExample } from './check-example.js';

test('the first example of the README runs, and rolls back', () => checkExample());
