import { Module } from '@nestjs/common';
import { CaptureStep } from './capture.step.js';
import { Conditions } from './conditions.js';
import { Notifications } from './notifications.js';
import { PaymentReactor } from './payment.reactor.js';
import { Payments } from './payments.js';
import { RebookingReactor } from './rebooking.reactor.js';
import { SeatInventory } from './seat-inventory.js';
import { Tickets } from './tickets.js';

/** The rebooking desk. A reactor is registered by being a provider; `ReactorModule.forRoot()` belongs to the app. */
@Module({
  providers: [
    RebookingReactor,
    PaymentReactor,
    CaptureStep,
    SeatInventory,
    Payments,
    Tickets,
    Notifications,
    Conditions,
  ],
  exports: [SeatInventory, Payments, Tickets, Notifications, Conditions],
})
export class RebookingModule {}
