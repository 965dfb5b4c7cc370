import type {ClusterFacts} from '../facts/cluster.js';
import type {Sentences} from '../language.js';

const whose = (client: string): string => (client === '*' ? 'all clients' : client);

/** Stops of what the user does to the cluster, in English. */
export const clusterSentences: Sentences<ClusterFacts> = {
	'fault.*': ({process, isUnknown, root}, {stage}) =>
		isUnknown
			? `No process is called ${process}, so nothing happens.`
			: stage === 'fault.crash'
				? `Process ${process} is killed${root ? `, and with it ${root}, whose memory it shares` : ''}.`
				: `Process ${root ?? process} restarts from scratch.`,
	'fault.requests': ({from, forMs, fail, share = 1, delayMs}) =>
		`For ${forMs} ms, ${share >= 1 ? 'all requests' : `${Math.round(share * 100)} of 100 requests`} of ${whose(from)} ${
			[
				...(delayMs === undefined ? [] : [`are late by ${delayMs} ms`]),
				...(fail === undefined ? [] : [fail === 'lost' ? 'lose their answers' : `fail with ${fail}`]),
			].join(' and ') || 'stay as they are'
		}.`,
	'fault.request': ({client, method, path, fail, delayMs}) =>
		`${method} ${path} of ${client} ${[
			...(delayMs > 0 ? [`is under way ${delayMs} ms longer`] : []),
			...(fail === undefined
				? []
				: [
						fail === 'lost'
							? 'is carried out, but its connection breaks before the answer'
							: `never reaches the apiserver: it fails with ${fail}`,
					]),
		].join(' and ')}.`,
	'fault.watches': ({of, end, count}) =>
		`${count} ${count === 1 ? 'watch' : 'watches'} of ${whose(of)} ${count === 1 ? 'ends' : 'end'}: ${
			end === 'closed' ? 'the connection closes' : '410 Gone, the version is too old'
		}.`,
};
