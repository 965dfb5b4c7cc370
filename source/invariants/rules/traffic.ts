import {isRecord} from '../../kernel/record.js';
import type {Service} from '../../objects/kubernetes.generated.js';
import {isPodReady} from '../../objects/pod.js';
import type {Known} from '../known.js';
import type {Rule} from '../rule.js';
import {selects} from '../second-reading.js';

/** The delay after a change within which rules of nodes, names and routes may be outdated. */
const lagMs = 5000;

/** The Service that a client requests, if the name is only that of a Service in `default`. */
const serviceOf = (known: Known, client: unknown): readonly [string, Service] | undefined => {
	const target = known.at<{readonly target: string}>(`/network/traffic/${String(client)}`)?.target;
	const name = /^([a-z][a-z\d-]*)(?::\d+)?$/.exec(String(target))?.[1];
	const key = `/registry/services/specs/default/${name}`;
	const service = known.all('services/specs').get(key);
	return service && [key, service];
};

/** The last time that a Service or its Pods changed. */
class Quiet {
	#since = 0;

	constructor(readonly known: Known) {}

	stir(): void {
		this.#since = this.known.timeMs;
	}

	get isQuiet(): boolean {
		return this.known.isCalm && this.known.timeMs - this.#since > lagMs;
	}
}

/** Watches all objects on which traffic depends. */
const stirring = (quiet: Quiet): NonNullable<ReturnType<Rule['watch']>['changes']> => ({
	pods({before, after}) {
		const isSame =
			before &&
			after &&
			isPodReady(before) === isPodReady(after) &&
			before.metadata.deletionTimestamp === after.metadata.deletionTimestamp &&
			before.metadata.labels === after.metadata.labels &&
			before.status?.podIP === after.status?.podIP;
		if (!isSame) {
			quiet.stir();
		}
	},
	'services/specs'() {
		quiet.stir();
	},
	endpointslices() {
		quiet.stir();
	},
	'node/containers'() {
		quiet.stir();
	},
});

/** Ready Pods that a Service selects. */
const readyPods = (known: Known, {metadata, spec}: Service): readonly string[] =>
	[...known.all('pods').values()]
		.filter(
			(pod) =>
				pod.metadata.namespace === metadata.namespace &&
				spec.selector !== undefined &&
				selects({matchLabels: spec.selector}, pod.metadata.labels) &&
				isPodReady(pod) &&
				!pod.metadata.deletionTimestamp,
		)
		.map((pod) => `${pod.metadata.namespace}/${pod.metadata.name}`);

const losses: Rule = {
	name: 'without faults and changes, no request to a Service with ready Pods is lost',
	source: 'https://kubernetes.io/docs/concepts/services-networking/service/',
	watch(known) {
		const quiet = new Quiet(known);
		return {
			changes: stirring(quiet),
			stops: {
				'traffic.lost'({facts}, broken) {
					const loss = facts?.['loss'];
					const found = serviceOf(known, facts?.['client']);
					const isMeant =
						isRecord(loss) && ['policy', 'no-client', 'no-local-endpoints'].includes(String(loss['case']));
					const ready = found ? readyPods(known, found[1]) : [];
					if (found && quiet.isQuiet && !isMeant && ready.length > 0) {
						broken(
							found[0],
							`${String(facts?.['client'])} loses a request (${isRecord(loss) ? String(loss['case']) : ''}), and ${ready.join(', ')} is ready`,
						);
					}
				},
			},
		};
	},
};

const answers: Rule = {
	name: 'without faults and changes, a request to a Service is answered by one of its ready Pods',
	source: 'https://kubernetes.io/docs/concepts/services-networking/service/',
	watch(known) {
		const quiet = new Quiet(known);
		return {
			changes: stirring(quiet),
			stops: {
				'traffic.answered'({facts}, broken) {
					const found = serviceOf(known, facts?.['client']);
					if (!found || !quiet.isQuiet || found[1].spec.selector === undefined) {
						return;
					}

					const ready = readyPods(known, found[1]);
					const pod = String(facts?.['pod']);
					if (ready.length > 0 && !ready.includes(pod)) {
						broken(found[0], `${pod} answers, and ${ready.join(', ')} is ready`);
					}
				},
			},
		};
	},
};

/** Rules about requests. */
export const trafficRules: readonly Rule[] = [losses, answers];
