import {Session} from 'node:inspector';
import {setFlagsFromString} from 'node:v8';
import {runInNewContext} from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage: unknown = runInNewContext('gc');

/** The size of the heap after a collection, in bytes. */
export const heapBytes = (): number => {
	if (typeof collectGarbage === 'function') {
		collectGarbage();
	}

	const {heapUsed, arrayBuffers} = process.memoryUsage();
	return heapUsed + arrayBuffers;
};

/** The size of the heap after a collection, in megabytes. */
export const heapMB = (): number => heapBytes() / 1_000_000;

/** CPU time that `work` takes in this process, in milliseconds; other programs do not count. */
export const cpuMs = <T>(work: () => T): {readonly ms: number; readonly result: T} => {
	const before = process.cpuUsage();
	const result = work();
	const {user, system} = process.cpuUsage(before);
	return {ms: (user + system) / 1000, result};
};

/** Wall-clock time of `work`, in milliseconds. */
export const elapsedMs = (work: () => void): number => {
	const before = performance.now();
	work();
	return performance.now() - before;
};

/** How many bytes `work` allocates, even if freed later: one sample for every 64 kB, so a small number is only an estimate. */
export const allocatedBytes = (work: () => void): number => {
	const session = new Session();
	session.connect();
	session.post('HeapProfiler.startSampling', {
		samplingInterval: 65_536,
		includeObjectsCollectedByMajorGC: true,
		includeObjectsCollectedByMinorGC: true,
	});
	work();
	let bytes = 0;
	session.post('HeapProfiler.stopSampling', (_error, {profile}) => {
		const add = ({selfSize, children}: (typeof profile)['head']): void => {
			bytes += selfSize;
			for (const child of children) {
				add(child);
			}
		};

		add(profile.head);
	});
	session.disconnect();
	return bytes;
};

/** The value that a share of the values does not exceed; 0.5 gives the median. */
export const quantile = (values: readonly number[], share: number): number => {
	const sorted = [...values].sort((a, b) => a - b);
	return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
};

export const median = (values: readonly number[]): number => quantile(values, 0.5);

const samplePod = {
	apiVersion: 'v1',
	kind: 'Pod',
	metadata: {name: 'web', namespace: 'default', labels: {app: 'web'}, uid: '7e1b5e5c-2f39-4c55-9d5a-5a31f37e2a11'},
	spec: {
		containers: [
			{
				name: 'web',
				image: 'nginx:1.27',
				ports: [{containerPort: 80, protocol: 'TCP'}],
				resources: {requests: {cpu: '100m', memory: '64Mi'}},
				readinessProbe: {httpGet: {path: '/', port: 80, scheme: 'HTTP'}, periodSeconds: 10, timeoutSeconds: 1},
				terminationMessagePath: '/dev/termination-log',
				imagePullPolicy: 'IfNotPresent',
			},
		],
		restartPolicy: 'Always',
		nodeName: 'node-a',
		tolerations: [
			{key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 300},
		],
	},
	status: {phase: 'Running', podIP: '10.244.1.7', conditions: [{type: 'Ready', status: 'True'}]},
};

const roundTrips = 100_000;

/** CPU milliseconds of 100,000 round trips of a Pod through JSON, the measure of a machine's speed. The fastest of three. */
export const roundTripsMs = (): number =>
	Math.min(
		...Array.from(
			{length: 3},
			() =>
				cpuMs(() => {
					for (let turn = 0; turn < roundTrips; turn++) {
						JSON.parse(JSON.stringify(samplePod));
					}
				}).ms,
		),
	);

/** The output of the figures, line by line. */
export type Print = (line: string) => void;

/** Three significant digits. */
export const digits = (value: number): string =>
	Math.abs(value) >= 100 ? value.toFixed(0) : Number(value.toPrecision(3)).toString();

const mark = (value: number, budget: number): string => (value <= budget ? '✓' : '✗');

/** One figure in a line, with its budget and whether it is kept. */
export const figure = (name: string, value: number, unit: string, budget?: number, remark = ''): string =>
	[
		budget === undefined ? ' ' : mark(value, budget),
		name.padEnd(46),
		`${digits(value)} ${unit}`.padStart(12),
		...(budget === undefined ? [] : [`(budget ${budget} ${unit})`]),
		...(remark ? [remark] : []),
	]
		.join(' ')
		.trimEnd();
