import { expect, test } from '@jest/globals';
import { IsInt, IsString } from 'class-validator';
import { Args, Compensate, Ctx, from, Input, Reactor, Result, Step, Undo, type StepContext } from '@nest-reactor/core';
import { boot } from '../support/boot.js';

class Invoice {
  @IsString() customer!: string;
  @IsInt() cents!: number;
  label(): string {
    return `${this.customer}: ${this.cents}`;
  }
}

// A parameter that takes all named arguments was given a plain copy of the DTO instance that the contract had made.
test('@Args() of a DTO class is an instance, alone and beside others, in bodies and in hooks', async () => {
  const seen: unknown[] = [];
  const look = (where: string, invoice: Invoice): void =>
    void seen.push(`${where} ${invoice instanceof Invoice ? invoice.label() : 'plain'}`);
  @Reactor()
  class Invoicing {
    @Step() price(): number {
      return 5;
    }
    @Step() alone(@Args({ customer: from.input('customer'), cents: from.result('price') }) invoice: Invoice): void {
      look('alone', invoice);
    }
    @Undo('alone') undoAlone(@Args() invoice: Invoice): void {
      look('undo of alone', invoice);
    }
    @Step() withContext(
      @Args({ customer: from.input('customer'), cents: from.value(1) }) invoice: Invoice,
      @Ctx() _ctx: StepContext,
    ): void {
      look('with the context', invoice);
    }
    @Undo('withContext') undoWithContext(_result: unknown, invoice: Invoice): void {
      look('undo of with the context', invoice);
    }
    @Step() beside(
      @Args({ customer: from.input('customer'), cents: from.value(2) }) invoice: Invoice,
      @Result('price') price: number,
    ): void {
      look(`beside ${price}`, invoice);
    }
    @Step() bare(@Args() invoice: Invoice): void {
      look('bare', invoice);
    }
    @Step() bareBeside(@Args() invoice: Invoice, @Input('customer') customer: string): void {
      look(`bare beside ${customer}`, invoice);
      throw new Error('rolls back');
    }
    @Compensate('bareBeside') clean(_reason: unknown, args: Invoice): void {
      look('compensate', args);
    }
  }
  const { runner } = await boot([Invoicing]);
  await runner.run(Invoicing, { customer: 'ada', cents: 9 });
  expect(seen).toEqual([
    'alone ada: 5',
    'with the context ada: 1',
    'beside 5 ada: 2',
    'bare ada: 9',
    'bare beside ada ada: 9',
    'compensate ada: 9',
    'undo of with the context ada: 1',
    'undo of alone ada: 5',
  ]);
});
