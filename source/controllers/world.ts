import {Kernel} from '../kernel/kernel.js';
import type {Stop} from '../kernel/stop.js';
import type {ResourceName} from '../client/client.js';
import {FakeApiServer} from './fake-apiserver.js';

/** The smallest world for a test of controllers: a kernel, an apiserver that checks nothing, and a user. */
export const world = () => {
	const kernel = new Kernel();
	const server = new FakeApiServer(kernel);
	const user = server.connect('user');
	let commands = 0;
	/** Runs a command as a process of its own. */
	const command = (start: Parameters<Kernel['spawn']>[2]) => {
		kernel.spawn(`user/${++commands}`, 'user', start);
	};

	/** Creates an object. */
	const apply = (resource: ResourceName, object: {readonly metadata: {readonly namespace?: string}}) => {
		command(() => user.create(resource, object.metadata.namespace, object as never));
	};

	return {kernel, server, user, command, apply};
};

/** Runs until only periodic work is left, at most until `untilMs`. */
export const run = (kernel: Kernel, untilMs = Number.POSITIVE_INFINITY): Stop[] => {
	const stops: Stop[] = [];
	while (!kernel.resting && (kernel.nextTimeMs ?? Number.POSITIVE_INFINITY) <= untilMs) {
		const stop = kernel.step(untilMs);
		if (!stop) {
			break;
		}

		stops.push(stop);
	}

	return stops;
};
