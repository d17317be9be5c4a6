/** The kinds of nodes: steps, and the constructs. */
export type NodeKind = 'step' | 'async_step' | 'async_reactor' | 'compose' | 'map' | 'interrupt';
