import 'reflect-metadata';
import { expect, test } from '@jest/globals';
import { Test } from '@nestjs/testing';
import { Injectable } from '@nestjs/common';
import { Compose, Input, Reactor, ReactorModule, ReactorRunner, Result, Step, TypedReactor, Undo, Compensate, type ArgsFor } from '@nest-reactor/core';

const log: string[] = [];
@Injectable() class Users { create(email: string) { return { id: '1', email }; } }
@Reactor({ returns: 'b' })
class Child extends TypedReactor<{ n: number }, number> {
  @Step() a(@Input('n') n: number) { log.push('run:child.a'); return n * 2; }
  @Undo('a') ua() { log.push('undo:child.a'); }
  @Step() b(@Result('a') a: number) { log.push('run:child.b'); return a + 1; }
}
@Reactor({ returns: 'c' })
class Signup extends TypedReactor<{ email: string; fail?: boolean }, string> {
  constructor(private readonly users: Users) { super(); }
  @Step() async a(@Input('email') email: string) { log.push('run:a'); return this.users.create(email); }
  @Undo('a') undoA(@Result('a') a: { id: string }) { log.push('undo:a' + a.id); }
  @Compose(Child) child(@Result('a', 'email') e: string): ArgsFor<Child> { return { n: e.length }; }
  @Step() c(@Result('a') a: { id: string; email: string }, @Result('child') n: number, @Input('fail') fail?: boolean) { log.push('run:c'); if (fail) throw new Error('boom'); return `${a.id}:${a.email}:${n}`; }
  @Compensate('c') cc() { log.push('compensate:c'); }
}

test('smoke', async () => {
  const m = await Test.createTestingModule({ imports: [ReactorModule.forRoot()], providers: [Signup, Child, Users] }).compile();
  await m.init();
  const runner = m.get(ReactorRunner);
  const ok = await runner.run(Signup, { email: 'a@b' });
  expect(ok.unwrap()).toBe('1:a@b:7');
  console.log(log.join(' ')); log.length = 0;
  const bad = await runner.run(Signup, { email: 'a@b', fail: true });
  console.log(log.join(' '), JSON.stringify(bad, null, 1));
  console.log(JSON.stringify(await runner.find(bad.executionId), null, 1));
  log.length = 0;
  console.log(JSON.stringify(await runner.undo(ok.executionId)), log.join(' '), runner.describe(Signup).mermaid);
  await m.close();
});
