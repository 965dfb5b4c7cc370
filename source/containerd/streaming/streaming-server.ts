import type {Routine} from '../../kernel/routine.js';
import type {StreamingService} from '../../cri/streaming-service.js';
import type {RuntimeContainer} from '../../machine/container.js';
import type {Machine} from '../../machine/machine.js';
import {attachSession} from './attach-session.js';
import {execSession} from './exec-session.js';
import {portForwardSession} from './port-forward-session.js';

/** The streaming server of a node's runtime. A container that no longer exists has no session. */
export const streamingServer = (machine: Machine): StreamingService => {
	const {containers, kernel, life} = machine;

	function* inContainer(id: string, session: (container: RuntimeContainer) => Routine): Routine {
		const container = containers.container(id);
		if (container) {
			yield* session(container);
		}
	}

	return {
		exec: (request, object, stream) =>
			inContainer(request.containerId, (container) => execSession(life, container, request, object, stream)),
		attach: (request, object, stream) =>
			inContainer(request.containerId, (container) => attachSession(kernel, container, request, object, stream)),
		portForward: (request, object, stream) => portForwardSession({...request, machine, object}, stream),
	};
};
