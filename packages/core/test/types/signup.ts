// The contract's own first example (api.md §2), under the typed skeleton. Nothing is changed but imports and stubs.
import { Injectable } from '@nestjs/common';
import { IsEmail, MinLength } from 'class-validator';
import {
  AsyncStep,
  Background,
  Input,
  Reactor,
  ReactorRunner,
  Redact,
  Result,
  Step,
  TypedReactor,
  Undo,
} from '@nest-reactor/core';

export class User {
  id!: string;
  email!: string;
}
@Injectable()
export class Users {
  async create(u: { email: string; hash: string }): Promise<User> {
    return { id: '1', email: u.email };
  }
  async remove(_id: string): Promise<void> {}
}
@Injectable()
export class Mailer {
  async welcome(_email: string): Promise<void> {}
}
const argon2 = { hash: async (s: string): Promise<string> => `#${s}` };

export class SignupInput {
  @IsEmail() email!: string;
  @MinLength(8) @Redact() password!: string;
}

@Reactor({ inputs: SignupInput, returns: 'createUser' })
export class SignupReactor extends TypedReactor<SignupInput, User> {
  constructor(
    private readonly users: Users,
    private readonly mailer: Mailer,
  ) {
    super();
  }

  @Step()
  hashPassword(@Input('password') password: string) {
    return argon2.hash(password);
  }

  @Step({ retries: { maxAttempts: 3, backoff: 'exponential', baseDelay: '1s' } })
  createUser(@Input('email') email: string, @Result('hashPassword') hash: string) {
    return this.users.create({ email, hash });
  }

  @Undo('createUser')
  removeUser(@Result('createUser') user: User) {
    return this.users.remove(user.id);
  }

  @AsyncStep()
  @Background('after')
  sendWelcome(@Result('createUser', 'email') email: string) {
    return this.mailer.welcome(email);
  }
}

export async function use(reactors: ReactorRunner): Promise<User> {
  const outcome = await reactors.run(SignupReactor, { email: 'a@b.c', password: 'secret-secret' });
  const hash: string | undefined = outcome.results.hashPassword;
  const user: User | undefined = outcome.results.createUser;
  void hash;
  void user;
  if (outcome.status === 'completed') return outcome.value;
  const again = await reactors.wait(outcome.executionId, { timeout: '30s' }); // typed through the id
  return again.unwrap();
}
