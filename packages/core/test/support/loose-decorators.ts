import { Args as typedArgs } from '../../src/authoring/args.decorator.js';
import * as asyncDecorators from '../../src/authoring/async.decorators.js';
import { Background as typedBackground } from '../../src/authoring/background.decorator.js';
import { Compose as typedCompose } from '../../src/authoring/compose.decorator.js';
import * as contextDecorators from '../../src/authoring/context.decorators.js';
import * as coordination from '../../src/authoring/coordination.decorators.js';
import { from as typedFrom } from '../../src/authoring/from.js';
import * as inputDecorators from '../../src/authoring/input.decorators.js';
import { Interrupt as typedInterrupt } from '../../src/authoring/interrupt.decorator.js';
import { MapStep as typedMapStep } from '../../src/authoring/map.decorator.js';
import { Reactor as typedReactor } from '../../src/authoring/reactor.decorator.js';
import * as resultDecorators from '../../src/authoring/result.decorators.js';
import * as rollback from '../../src/authoring/rollback.decorators.js';
import { StepHandler as typedStepHandler } from '../../src/authoring/step-handler.decorator.js';
import { Step as typedStep } from '../../src/authoring/step.decorator.js';

// The decorators without their types, for specs about mistakes that the compiler would refuse before boot could.
// oxlint-disable-next-line typescript/no-explicit-any
type Loose = (...args: any[]) => any;

export const Args = typedArgs as Loose;
export const AsyncReactor = asyncDecorators.AsyncReactor as Loose;
export const AsyncStep = asyncDecorators.AsyncStep as Loose;
export const Background = typedBackground as Loose;
export const Compensate = rollback.Compensate as Loose;
export const Compose = typedCompose as Loose;
export const Ctx = contextDecorators.Ctx as Loose;
export const Input = inputDecorators.Input as Loose;
export const Inputs = inputDecorators.Inputs as Loose;
export const Interrupt = typedInterrupt as Loose;
export const MapElement = contextDecorators.MapElement as Loose;
export const MapStep = typedMapStep as Loose;
export const Reactor = typedReactor as Loose;
export const Reason = contextDecorators.Reason as Loose;
export const Result = resultDecorators.Result as Loose;
export const Settled = resultDecorators.Settled as Loose;
export const Step = typedStep as Loose;
export const StepHandler = typedStepHandler as Loose;
export const Undo = rollback.Undo as Loose;
export const WithLock = coordination.WithLock as Loose;
export const from = typedFrom as unknown as Record<'input' | 'result' | 'value' | 'element', Loose>;
