import 'reflect-metadata';
import { METADATA } from '../definition/reactor-declaration.js';
import { makeInjectable } from './injectable.js';

/**
 * Makes a class a middleware of every reactor, and injectable. It implements any of the hooks of a middleware; observers
 * cannot change a run, and what they throw is logged. For one reactor only, name the class in its `middlewares`.
 */
export function ReactorMiddleware(): ClassDecorator {
  return (target) => {
    makeInjectable(target);
    Reflect.defineMetadata(METADATA.middleware, true, target);
  };
}
