import { Module, type DynamicModule } from '@nestjs/common';
import { ReactorExplorer } from './reactor.explorer.js';
import { ConfigurableModuleClass, type ASYNC_OPTIONS_TYPE, type OPTIONS_TYPE } from './reactor.module-definition.js';
import { ReactorRegistrar } from './reactor.registrar.js';
import { ReactorRunner } from './reactor-runner.js';
import { forEveryCopy, registerRunner } from './runner-copies.js';

/**
 * Makes reactors work: it finds every `@Reactor()` class that any module provides, checks all of them at boot, and gives
 * the `ReactorRunner`.
 *
 * @example
 * ```ts
 * @Module({ imports: [ReactorModule.forRoot()], providers: [SignupReactor] })
 * export class AppModule {}
 * ```
 */
@Module({ providers: [ReactorExplorer, ReactorRegistrar, ReactorRunner], exports: [ReactorRunner] })
export class ReactorModule extends ConfigurableModuleClass {
  /** Embedded by default: everything in this process, no server needed. Global unless `isGlobal: false`. */
  static override forRoot(options: typeof OPTIONS_TYPE = {}): DynamicModule {
    return forEveryCopy(super.forRoot(options), ReactorRunner);
  }

  /** The same with options from a factory, class or existing provider; `backend` and `queue` stand beside it. */
  static override forRootAsync(options: typeof ASYNC_OPTIONS_TYPE): DynamicModule {
    return forEveryCopy(super.forRootAsync(options), ReactorRunner);
  }
}

registerRunner(ReactorRunner);
