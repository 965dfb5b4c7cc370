import type {Client} from '../client/client.js';
import type {RateLimit} from '../client/rate-limiter.js';
import type {Kernel} from '../kernel/kernel.js';
import {Mailbox} from '../kernel/mailbox.js';
import {receive, type Routine} from '../kernel/routine.js';
import {runController, type Controller, type Program} from './controller.js';
import {SharedInformers} from './shared-informers.js';

/** A separate program with one controller and its caches: a sidecar, an operator. The running process becomes its first. */
export function* runProgram(
	kernel: Kernel,
	client: Client,
	controller: Controller,
	limit: RateLimit,
	program: Program,
): Routine {
	const {process, component} = program;
	const informers = new SharedInformers(kernel, client, process);
	kernel.spawn(`${process}/informers`, component, () => informers.run(), {child: 'vital'});
	kernel.spawn(
		`${process}/worker`,
		component,
		() => runController(controller, kernel, client, informers, limit, program),
		{child: true},
	);
	// Simplified: no leader election; each has one instance.
	yield* receive(new Mailbox(process));
}
