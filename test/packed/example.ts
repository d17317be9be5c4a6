// Stands in for the README's first example while the README marks none.
import { Injectable, Module } from '@nestjs/common';
import { Input, Reactor, ReactorModule, Result, Step, TypedReactor, Undo } from '@nest-reactor/core';
import { IsInt, IsString, Min } from 'class-validator';

export interface Reservation {
  id: string;
  total: number;
}

export interface Charge {
  id: string;
  amount: number;
}

@Injectable()
export class Stock {
  private readonly shelf = new Map([['book', 10]]);

  left(sku: string): number {
    return this.shelf.get(sku) ?? 0;
  }

  reserve(sku: string, quantity: number): Reservation {
    if (this.left(sku) < quantity) throw new Error(`only ${this.left(sku)} of ${sku} left`);
    this.shelf.set(sku, this.left(sku) - quantity);
    return { id: 'reservation-1', total: quantity * 20 };
  }

  release(sku: string, quantity: number): void {
    this.shelf.set(sku, this.left(sku) + quantity);
  }
}

@Injectable()
export class Payments {
  charge(card: string, amount: number): Charge {
    if (card === '0000') throw new Error('card declined');
    return { id: 'charge-1', amount };
  }
}

export class OrderInput {
  @IsString() sku!: string;
  @IsInt() @Min(1) quantity!: number;
  @IsString() card!: string;
}

@Reactor({ inputs: OrderInput, returns: 'charge' })
export class OrderReactor extends TypedReactor<OrderInput, Charge> {
  constructor(
    private readonly stock: Stock,
    private readonly payments: Payments,
  ) {
    super();
  }

  @Step()
  reserve(@Input('sku') sku: string, @Input('quantity') quantity: number): Reservation {
    return this.stock.reserve(sku, quantity);
  }

  @Undo('reserve')
  release(@Input('sku') sku: string, @Input('quantity') quantity: number): void {
    this.stock.release(sku, quantity);
  }

  @Step()
  charge(@Input('card') card: string, @Result('reserve', 'total') total: number): Charge {
    return this.payments.charge(card, total);
  }
}

@Module({ imports: [ReactorModule.forRoot()], providers: [Stock, Payments, OrderReactor] })
export class AppModule {}
