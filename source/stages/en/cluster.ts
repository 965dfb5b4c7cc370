import {goDuration} from '../../go/duration.js';
import type {ClusterFacts} from '../facts/cluster.js';
import type {Sentences} from '../language-table.js';

const whose = (client: string): string => (client === '*' ? 'all clients' : client);

/** The words for a duration. */
const lasting = (forMs: number | undefined): string =>
	forMs === undefined ? 'until the fault is healed' : `for ${goDuration(forMs)}`;

const capitalised = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** The words for the requests of a fault. */
const requestsWords = (noun: string, share: number, number: number | undefined): string => {
	if (number !== undefined) {
		return `${noun} number ${number}`;
	}

	return share >= 1 ? `all ${noun}` : `${Math.round(share * 100)}% of the ${noun}`;
};

/** The end of one request or of several. */
const failWords = (fail: number | string, several: boolean): string => {
	switch (fail) {
		case 'lost': {
			return several ? 'lose their answers' : 'loses its answer';
		}

		case 'held': {
			return several ? 'wait for their answers' : 'waits for its answer';
		}

		default: {
			return `${several ? 'fail' : 'fails'} with ${fail}`;
		}
	}
};

const failedWords = (fail: number | string): string => {
	switch (fail) {
		case 'lost': {
			return 'is carried out, but the connection breaks before the answer arrives';
		}

		case 'held': {
			return 'is carried out; its answer waits until the fault ends';
		}

		default: {
			return `never reaches the apiserver: it fails with ${fail}`;
		}
	}
};

/** One call that fails, and several. */
const failingCalls = {
	pull: ['image pull', 'image pulls'],
	cni: ['call to the network plug-in (CNI ADD)', 'calls to the network plug-in (CNI ADD)'],
	csi: ['call to a CSI driver', 'calls to CSI drivers'],
} as const;

/** Stops of the user's actions on the cluster, in English. */
export const clusterSentences: Sentences<ClusterFacts> = {
	'fault.*': ({process, isUnknown, root}, {stage}) => {
		if (isUnknown) {
			return `No process has the name ${process}, so nothing happens.`;
		}

		if (stage === 'fault.crash') {
			return `Process ${process} is killed${root ? `, together with ${root}, whose memory it shares` : ''}.`;
		}

		return `Process ${root ?? process} restarts from scratch.`;
	},
	'fault.requests': ({from, forMs, fail, share = 1, delayMs, verb, resource, number}) => {
		const noun = [verb, resource, number === undefined ? 'requests' : 'request'].filter(Boolean).join(' ');
		const are = number === undefined;
		const end = [
			...(delayMs === undefined ? [] : [`${are ? 'arrive' : 'arrives'} ${delayMs} ms late`]),
			...(fail === undefined ? [] : [failWords(fail, are)]),
		];
		return `${capitalised(lasting(forMs))}, ${requestsWords(noun, share, number)} from ${whose(from)} ${end.join(' and ') || (are ? 'stay as they are' : 'stays as it is')}.`;
	},
	'fault.request': ({client, method, path, fail, delayMs}) =>
		`${method} ${path} from ${client} ${[
			...(delayMs > 0 ? [`is delayed by ${delayMs} ms`] : []),
			...(fail === undefined ? [] : [failedWords(fail)]),
		].join(' and ')}.`,
	'fault.watches': ({of, resource, end, count}) =>
		`${count} ${count === 1 ? 'watch' : 'watches'} by ${whose(of)}${resource === undefined ? '' : ` on ${resource}`} ${count === 1 ? 'ends' : 'end'}: ${
			end === 'closed' ? 'connection closed' : '410 Gone, because the resourceVersion is too old'
		}.`,
	'fault.pause': ({target, count, forMs}) =>
		`${target} is paused ${lasting(forMs)}${count > 1 ? `, with all ${count} of its processes` : ''}: timers and messages wait.`,
	'fault.slow': ({target, factor, forMs}) => `${target} slows down by a factor of ${factor}, ${lasting(forMs)}.`,
	'fault.partition': ({a, b, clients, forMs}) =>
		clients.length > 0
			? `${a} and ${b} cannot reach each other, ${lasting(forMs)}: requests from ${clients.map((client) => whose(client)).join(', ')} time out, and their watches receive no events.`
			: `The routes between ${a} and ${b} are gone ${lasting(forMs)}: their Pods cannot reach each other.`,
	'fault.deliveries': ({of, resource = 'all resources', change, delayMs = 0, behind = '', forMs}) =>
		`${capitalised(lasting(forMs))}, watch events for ${resource} to ${whose(of)} ${
			{
				delay: `arrive ${goDuration(delayMs)} late`,
				drop: 'are lost with their connection',
				duplicate: 'arrive twice',
				hold: 'wait',
				miss: 'never arrive: the watch expires and the client lists again',
				reorder: `arrive after those for ${behind}`,
			}[change]
		}.`,
	'fault.clock': ({node, byMs, forMs}) =>
		`The clock of ${node} is ${goDuration(Math.abs(byMs))} ${byMs < 0 ? 'behind' : 'ahead'}, ${lasting(forMs)}.`,
	'fault.shortage': ({node, of, free, forMs}) => `At most ${free} of ${of} is free on ${node}, ${lasting(forMs)}.`,
	'fault.kill': ({pod, container, pid, signal}) =>
		`Process ${pid} of container ${container} in ${pod} receives ${signal}.`,
	'fault.calls'({node, call, times, forMs}) {
		const [one, many] = failingCalls[call];
		const where = node === '*' ? 'every node' : node;
		if (times === undefined) {
			return `${capitalised(lasting(forMs))}, ${many} fail on ${where}.`;
		}

		return times === 1 ? `The next ${one} on ${where} fails.` : `The next ${times} ${many} on ${where} fail.`;
	},
	'fault.power': ({node, isOn, forMs, isOrderly}) => {
		if (isOn) {
			return `${node} has power again: its system starts the container runtime, the kubelet and kube-proxy.`;
		}

		if (isOrderly) {
			return `${node} is off, ${lasting(forMs)}: its remaining processes are gone.`;
		}

		return `${node} loses power, ${lasting(forMs)}: all its processes end at once.`;
	},
	'fault.shutdown': ({node, delayMs}) =>
		delayMs === 0
			? `${node} shuts down, and its kubelet does not delay the shutdown: no shutdownGracePeriod is configured.`
			: `${node} is about to shut down: logind notifies the kubelet, which can delay the shutdown by up to ${goDuration(delayMs)}.`,
	'fault.end': ({words, why}) => `The fault ${why === 'healed' ? 'is healed' : 'ends'}: ${words}.`,
	'fault.heal': ({what, count}) =>
		count === 0
			? `No fault${what === undefined ? '' : ` of ${what}`} is active, so nothing is healed.`
			: `${count} ${count === 1 ? 'fault' : 'faults'}${what === undefined ? '' : ` of ${what}`} ${count === 1 ? 'is' : 'are'} healed.`,
	'fault.plan': ({words, afterMs, when}) =>
		`${afterMs === undefined ? `At the first stop that matches "${when}"` : `In ${goDuration(afterMs)}`}, this fault begins: ${words}.`,
	'fault.refused': ({words, message}) => `${words}: ${message}, so nothing happens.`,
};
