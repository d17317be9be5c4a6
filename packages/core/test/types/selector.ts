// A selector instead of a string: rename, completion and go-to-definition work.
import { Input, Result, Step, TypedReactor, type ResultsOf } from '@nest-reactor/core';

export class Selecting extends TypedReactor<{ email: string }> {
  @Step() makeUser(@Input('email') e: string) {
    return { id: e, n: 1 };
  }
  @Step() s(@Result((r: ResultsOf<Selecting>) => r.makeUser.id) u: string) {
    return u;
  }
  @Step() t(@Result((r: ResultsOf<Selecting>) => r.makeUser, { as: 'user' }) u: { id: string }) {
    return u;
  }
  // @ts-expect-error a number
  @Step() s2(@Result((r: ResultsOf<Selecting>) => r.makeUser.n) u: string) {
    return u;
  }
  // @ts-expect-error no such step
  @Step() s3(@Result((r: ResultsOf<Selecting>) => r.makeUsr) u: string) {
    return u;
  }
}
