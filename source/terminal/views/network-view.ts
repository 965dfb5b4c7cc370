import type {State} from '../state.js';
import {line, type Line} from '../text.js';
import {yamlLines} from '../yaml-lines.js';

interface Slice {
	readonly metadata: {
		readonly name: string;
		readonly namespace: string;
		readonly labels?: Readonly<Record<string, string>>;
	};
	readonly endpoints?: ReadonlyArray<{
		readonly addresses: readonly string[];
		readonly conditions?: {readonly ready?: boolean; readonly serving?: boolean; readonly terminating?: boolean};
	}> | null;
}

/** When each consumer last took up a change, read from the stops that say so. */
const lastUpdates = (state: State): Line[] => {
	const seen = new Map<string, {step: number; timeMs: number; text: string}>();
	for (let step = state.cursor; step >= Math.max(0, state.cursor - 20_000) && seen.size < 12; step--) {
		const stop = state.recording.stops[step]!;
		if (
			/^(?:kube-proxy\.sync|dns\.update|ingress\.update|mesh\.push|endpoints\.publish)/.test(stop.stage) &&
			!seen.has(stop.process)
		) {
			seen.set(stop.process, stop);
		}
	}

	return [...seen]
		.sort(([a], [b]) => (a < b ? -1 : 1))
		.map(([process, stop]) => [
			{text: ` ${process.padEnd(28)}`, tone: 'title'},
			{text: `#${stop.step}  +${(stop.timeMs / 1000).toFixed(3)} s  `, tone: 'dim'},
			{text: stop.text, tone: 'plain'},
		]);
};

const endpointRows = (state: State): Line[] => {
	const {ledger} = state.recording.kernel;
	const rows: Line[] = [];
	for (const key of ledger.keys('/registry/endpointslices/', state.cursor)) {
		const slice = ledger.readAt<Slice>(key, state.cursor)!;
		const service = slice.metadata.labels?.['kubernetes.io/service-name'] ?? slice.metadata.name;
		rows.push(line(` Service ${slice.metadata.namespace}/${service}`, 'title'));
		for (const {addresses, conditions} of slice.endpoints ?? []) {
			const state_ = conditions?.terminating ? 'terminating' : conditions?.ready ? 'ready' : 'not ready';
			rows.push([
				{text: `   ${addresses.join(', ').padEnd(18)}`, tone: 'plain'},
				{text: state_, tone: state_ === 'ready' ? 'good' : 'warn'},
			]);
		}

		if ((slice.endpoints ?? []).length === 0) {
			rows.push(line('   no endpoints', 'dim'));
		}
	}

	return rows.length === 0 ? [line(' no Service has endpoints yet', 'dim')] : rows;
};

const dump = (state: State, prefix: string, empty: string): Line[] => {
	const {ledger} = state.recording.kernel;
	const rows: Line[] = [];
	for (const key of ledger.keys(prefix, state.cursor)) {
		const value = ledger.readAt(key, state.cursor);
		rows.push(line(` ${key}`, 'title'), ...yamlLines(value).map(({text}) => line(`   ${text}`)));
	}

	return rows.length === 0 ? [line(` ${empty}`, 'dim')] : rows;
};

const iptablesRows = (state: State): Line[] => {
	const {ledger} = state.recording.kernel;
	const rows: Line[] = [];
	for (const key of ledger.keys('/nodes/', state.cursor).filter((name) => name.endsWith('/iptables'))) {
		const {text} = ledger.readAt<{text?: string}>(key, state.cursor) ?? {};
		rows.push(line(` ${key}`, 'title'), ...(text ?? '').split('\n').map((row) => line(` ${row}`)));
	}

	return rows.length === 0 ? [line(' no kube-proxy has written rules yet', 'dim')] : rows;
};

const trafficRows = (state: State): Line[] => {
	const {ledger} = state.recording.kernel;
	const rows: Line[] = [];
	for (const key of ledger.keys('/network/traffic/', state.cursor)) {
		const counts = ledger.readAt<Record<string, unknown>>(key, state.cursor) ?? {};
		rows.push(line(` client ${key.split('/').at(-1)}`, 'title'));
		for (const [name, value] of Object.entries(counts)) {
			rows.push(
				line(
					`   ${name.padEnd(12)} ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`,
					name === 'answered' ? 'good' : 'plain',
				),
			);
		}
	}

	return rows.length === 0 ? [line(' no client sends requests (scenario: traffic)', 'dim')] : rows;
};

/** Who knows which endpoint; the rules, the zone, the traffic. */
export const networkView = (state: State): Line[] => {
	switch (state.networkPart) {
		case 'iptables': {
			return iptablesRows(state);
		}

		case 'dns': {
			return dump(state, '/network/dns', 'the zone is empty');
		}

		case 'traffic': {
			return trafficRows(state);
		}

		default: {
			return [
				...endpointRows(state),
				line(''),
				line(' who knows it', 'title'),
				...lastUpdates(state),
				line(''),
				...trafficRows(state),
			];
		}
	}
};
