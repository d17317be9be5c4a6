// What the README's first example promises: the same check in every app. `example.ts` is the README's code block.
import 'reflect-metadata';
import assert from 'node:assert/strict';
import { NestFactory } from '@nestjs/core';
import { ReactorRunner } from '@nest-reactor/core';
import { AppModule, OrderReactor, Stock } from './example.js';

export async function checkExample(): Promise<void> {
  const app = await NestFactory.createApplicationContext(AppModule, { logger: ['error'] });
  try {
    const reactors = app.get(ReactorRunner);
    const stock = app.get(Stock);

    const before = stock.left('book');
    const order = await reactors.run(OrderReactor, { sku: 'book', quantity: 2, card: '4242' });
    const charge = order.unwrap();
    assert.equal(charge.amount, 40);
    assert.equal(stock.left('book'), before - 2);

    const declined = await reactors.run(OrderReactor, { sku: 'book', quantity: 3, card: '0000' });
    assert.equal(declined.status, 'failed');
    assert.throws(() => declined.unwrap());
    assert.equal(stock.left('book'), before - 2, 'what the failed order reserved is back');
  } finally {
    await app.close();
  }
}
