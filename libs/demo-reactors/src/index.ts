// The public names of the demo reactors, for the apps.
export { Conditions } from './rebooking/conditions.js';
export type { Flight, SeatHold } from './rebooking/flight.js';
export { Notifications, UndeliverableError } from './rebooking/notifications.js';
export { PaymentReactor } from './rebooking/payment.reactor.js';
export { GatewayTimeoutError, PaymentDeclinedError, Payments } from './rebooking/payments.js';
export { RebookingInput } from './rebooking/rebooking.input.js';
export { RebookingModule } from './rebooking/rebooking.module.js';
export { RebookingReactor, SoldOutError } from './rebooking/rebooking.reactor.js';
export { SeatInventory } from './rebooking/seat-inventory.js';
export { DocumentsRejectedError, Tickets } from './rebooking/tickets.js';
