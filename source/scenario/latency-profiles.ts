/** A duration that was measured on a real cluster. */
interface Measured {
	readonly ms: number;
	/** The published figure that it follows, and its place. */
	readonly source: string;
}

const density = 'https://github.com/kubernetes/kubernetes/issues/25827';
const etcd = 'https://etcd.io/docs/v3.5/op-guide/performance/';

/**
Published measurements of the control plane, in whole milliseconds. The time of a request is the server's, without etcd's commit, which
`etcd.txn` has. Controllers and kubelets spend their time in these requests; their other work has the durations of the catalogue.
*/
export const measuredLatencies: Readonly<Record<string, Measured>> = {
	'etcd.txn': {ms: 2, source: `${etcd}: 1.6 ms for a write from one client to the leader`},
	'client.request': {ms: 1, source: `${etcd}: several hundred microseconds for a round trip within a datacenter`},
	'client.watch': {ms: 1, source: `${etcd}: several hundred microseconds for a round trip within a datacenter`},
	'apiserver.create': {ms: 17, source: `${density}: POST pods, median 18.5 ms`},
	'apiserver.update': {ms: 9, source: `${density}: PUT pods, median 10.6 ms`},
	'apiserver.patch': {ms: 9, source: `${density}: as for PUT pods`},
	'apiserver.delete': {ms: 12, source: `${density}: DELETE pods, median 13.5 ms`},
	'apiserver.get': {ms: 2, source: `${density}: GET pods, median 1.6 ms`},
	'apiserver.list': {ms: 1, source: `${density}: LIST pods, median 0.5 ms`},
};

const measured = Object.fromEntries(Object.entries(measuredLatencies).map(([name, {ms}]) => [name, ms]));

/** The profiles of latencies that a scenario can name: `short` for runs that are read step by step. */
export const latencyProfileNames = ['short', 'measured'] as const;
export type LatencyProfile = (typeof latencyProfileNames)[number];

/** The durations of a profile that differ from the usual ones. */
export const latenciesOf = (profile: LatencyProfile | undefined): Readonly<Record<string, number>> =>
	profile === 'measured' ? measured : {};

/** The scenario with measured latencies for real clients, unless it has latencies of its own. */
export const withMeasuredLatencies = <
	S extends {readonly latencyProfile?: LatencyProfile; readonly latencies: Readonly<Record<string, number>>},
>(
	scenario: S,
): S =>
	scenario.latencyProfile === undefined && Object.keys(scenario.latencies).length === 0
		? {...scenario, latencyProfile: 'measured', latencies: measured}
		: scenario;
