import {active, receive, sleep, type Routine} from '../../kernel/routine.js';
import type {RunningPod} from '../../stages/facts/kubelet/node.js';
import {note} from '../../stages/note.js';
import type {RuntimeService} from '../../cri/runtime-service.js';
import type {Host} from '../../host/host.js';

const relistMs = 1000;

/** What is running of a Pod. */
const listed = (runtime: RuntimeService, uid: string): RunningPod => {
	const [sandbox] = runtime.listPodSandbox(uid);
	return {
		pod: sandbox ? `${sandbox.namespace}/${sandbox.pod}` : uid,
		sandbox: sandbox && (sandbox.state === 'SANDBOX_READY' ? 'ready' : 'stopped'),
		containers: runtime.listContainers(uid).map(({name, attempt, state}) => ({name, attempt, state})),
	};
};

const isSame = (before: RunningPod | undefined, now: RunningPod): boolean =>
	before?.sandbox === now.sandbox &&
	before?.containers.length === now.containers.length &&
	now.containers.every(({name, attempt, state}, index) => {
		const old = before.containers[index];
		return old?.name === name && old.attempt === attempt && old.state === state;
	});

/**
The Pod lifecycle event generator: once a second it lists what is running and compares this with the previous list.

Simplified: a relist that would find nothing is not run.

@param tell called with the uid of each Pod of which something has begun or ended.
@mirrors k8s.io/kubernetes/pkg/kubelet/pleg GenericPLEG
*/
export function* pleg(runtime: RuntimeService, host: Host, tell: (uid: string) => void): Routine {
	const {kernel, name: node} = host;
	const {events} = runtime;
	const phaseMs = kernel.random(`kubelet/${node}`).below(relistMs);
	const seen = new Map<string, RunningPod>();
	const look = function* (uid: string): Routine {
		const now = listed(runtime, uid);
		if (isSame(seen.get(uid), now)) {
			return;
		}

		if (now.sandbox) {
			seen.set(uid, now);
		} else {
			seen.delete(uid);
		}

		yield* note('kubelet.pleg', {node, ...now});
		tell(uid);
	};

	for (;;) {
		let {uid} = yield* receive(events);
		yield* sleep(relistMs - ((kernel.now - phaseMs + relistMs) % relistMs));
		yield* active();
		// A Pod's stop has the last of its own changes as its cause.
		const others = events.waiting.map(({message}) => message.uid);
		for (const [index, next] of [...others, undefined].entries()) {
			if (!others.includes(uid, index)) {
				yield* look(uid);
			}

			if (next !== undefined) {
				({uid} = yield* receive(events));
			}
		}
	}
}
