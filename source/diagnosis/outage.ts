import type {ClusterRecording} from '../cluster.js';
import {programName} from '../scenario/faults/fault-words.js';
import type {Candidate, Outage} from './symptom.js';
import type {Saying} from './words/words.js';

const components = /^(?:kube-(?:apiserver|controller-manager|scheduler)|(?:kubelet|kube-proxy)\/[^/]+)$/;

/** The components of the cluster that are down. */
export const outagesIn = ({kernel}: Pick<ClusterRecording, 'kernel'>): readonly Outage[] =>
	[...kernel.processes.values()].flatMap(({name, state, isPaused}) => {
		const component = programName(name);
		return components.test(component) && (state === 'crashed' || isPaused)
			? [{component, isPaused: state !== 'crashed'}]
			: [];
	});

/** The advice about an outage, and the command of the debugger that ends it. */
export const ofOutage = ({
	component,
	isPaused,
}: Outage): {readonly advice: readonly Saying[]; readonly candidates: readonly Candidate[]} => {
	const command = isPaused ? ':heal' : `:restart ${component}`;
	return {advice: [({cluster}) => cluster.startAgain(component, isPaused)], candidates: [{command}]};
};

/** The advice where a request fails because the apiserver is down: `dial tcp 10.0.0.1:6443: connect: connection refused`. */
export const unreached = (
	recording: Pick<ClusterRecording, 'kernel'>,
	message: string,
): ReturnType<typeof ofOutage> | undefined => {
	const outage = /connection refused|timed? ?out|deadline exceeded/i.test(message)
		? outagesIn(recording).find(({component}) => component === 'kube-apiserver')
		: undefined;
	return outage && ofOutage(outage);
};
