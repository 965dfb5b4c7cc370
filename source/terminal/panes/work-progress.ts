import type {Frame, Stop} from '../../kernel/stop.js';
import {areaOf} from './pipeline-map.js';
import type {State} from '../state/state.js';
import {cut, width, type Line, type Segment} from '../paint/text.js';

type Part = readonly [label: string, prefixes: readonly string[]];

const workParts: Readonly<Record<string, readonly Part[]>> = {
	kubectl: [
		['kubeconfig', ['kubectl.kubeconfig']],
		['parse', ['kubectl.parse', 'kubectl.generate']],
		['discover', ['kubectl.discover']],
		['negotiate', ['kubectl.negotiate']],
		['validate', ['kubectl.validate']],
		['request', ['kubectl.request']],
		['print', ['kubectl.print']],
	],
	apiserver: [
		['route', ['apiserver.route']],
		['authn', ['apiserver.authenticate']],
		['authz', ['apiserver.authorize']],
		['decode', ['apiserver.decode', 'apiserver.default']],
		['mutate', ['apiserver.admit.mutate']],
		['validate', ['apiserver.validate']],
		['admit', ['apiserver.admit.validate']],
		['store', ['apiserver.store', 'etcd.txn']],
		['respond', ['apiserver.respond']],
	],
	scheduler: [
		['queue', ['scheduler.queue']],
		['prefilter', ['scheduler.prefilter']],
		['filter', ['scheduler.filter']],
		['postfilter', ['scheduler.postfilter']],
		['score', ['scheduler.prescore', 'scheduler.score']],
		['select', ['scheduler.select']],
		['reserve', ['scheduler.reserve', 'scheduler.permit', 'scheduler.prebind']],
		['bind', ['scheduler.bind']],
	],
	kubelet: [
		['sync', ['kubelet.sync']],
		['admit', ['kubelet.admit']],
		['cgroup', ['kubelet.cgroup', 'kubelet.directories']],
		['volumes', ['kubelet.volumes', 'csi']],
		['sandbox', ['cri.RunPodSandbox', 'cni']],
		['pull', ['kubelet.pull', 'cri.PullImage']],
		['create', ['cri.CreateContainer']],
		['start', ['cri.StartContainer']],
		['probe', ['kubelet.probe']],
		['status', ['kubelet.status']],
		['kill', ['kubelet.kill', 'cri.StopContainer', 'kubelet.hook']],
	],
};

const within = (stage: string, prefixes: readonly string[]): boolean =>
	prefixes.some((prefix) => stage === prefix || stage.startsWith(`${prefix}.`));

/** How far the strip looks: a request or a sync is never longer. */
const horizon = 400;

/** The request or the piece of work that a stop belongs to: its title, and its stops before and after this one. */
const workOf = (state: State, stop: Stop, area: string) => {
	const {stops} = state.recording;
	const behind: Stop[] = [];
	const ahead: Stop[] = [];
	if (area === 'apiserver') {
		// A request is a frame: everything in it belongs to it.
		let request: Frame | undefined;
		for (let frame = stop.frame; frame && !request; frame = frame.parent) {
			request = /^[A-Z]+ \//.test(frame.name) ? frame : undefined;
		}

		const inside = (candidate: Stop): boolean => {
			for (let frame = candidate.frame; frame; frame = frame.parent) {
				if (frame === request) {
					return true;
				}
			}

			return false;
		};

		const from = request?.step ?? Math.max(0, stop.step - horizon);
		for (let step = from; step < Math.min(stops.length, stop.step + horizon); step++) {
			const candidate = stops[step]!;
			if (candidate.process === stop.process && (!request || inside(candidate))) {
				(step <= stop.step ? behind : ahead).push(candidate);
			}
		}

		return {title: request?.name ?? stop.process, behind, ahead};
	}

	for (let step = stop.step; step >= Math.max(0, stop.step - horizon); step--) {
		const candidate = stops[step]!;
		if (candidate.process === stop.process) {
			if (candidate.cause !== stop.cause && candidate.object !== stop.object) {
				break;
			}

			behind.push(candidate);
		}
	}

	return {title: stop.process, behind, ahead};
};

/** The steps of the work that is being done: what is behind is marked, of the one at work it is said how far it is. */
export const workProgress = (
	state: State,
	stop: Stop | undefined,
): {readonly title: string; readonly parts: readonly Segment[]} => {
	const area = stop ? (areaOf(stop) === 'etcd' ? 'apiserver' : areaOf(stop)) : '';
	const parts = workParts[area];
	if (!stop || !parts) {
		return {title: stop?.process ?? '', parts: []};
	}

	const {title, behind, ahead} = workOf(state, stop, area);
	const short = title.replace(/ \/(?:api\/v1|apis\/[^/]+\/[^/]+)\/(?:namespaces\/[^/]+\/)?/, ' ').replace(/\?.*$/, '');
	const shown: Segment[] = [];
	for (const [label, prefixes] of parts) {
		const mine = behind.filter((candidate) => within(candidate.stage, prefixes));
		const refused = mine.some(({outcome}) => outcome === 'refused' || outcome === 'failed');
		if (within(stop.stage, prefixes)) {
			const total = mine.length + ahead.filter((candidate) => within(candidate.stage, prefixes)).length;
			const count = total > 1 && area === 'apiserver' ? ` ${mine.length}/${total}` : '';
			shown.push({text: `${label} ${refused ? '✗' : '●'}${count}`, tone: refused ? 'bad' : 'here'});
		} else if (mine.length > 0) {
			shown.push({text: `${label} ${refused ? '✗' : '✓'}`, tone: refused ? 'bad' : 'good'});
		} else {
			shown.push({text: label, tone: 'dim'});
		}
	}

	return {title: short, parts: shown};
};

const isHere = ({text}: Segment): boolean => /[●✗]/.test(text);

/** As many parts as fit with the one at work among them; an ellipsis stands for those that were left out before it. */
const around = (parts: readonly Segment[], room: number): readonly Segment[] => {
	const total = (some: readonly Segment[]): number => some.reduce((sum, {text}) => sum + width(text) + 1, -1);
	const at = Math.max(0, parts.findLastIndex(isHere));
	let from = 0;
	while (from < at && total(parts.slice(from, at + 1)) + (from > 0 ? 2 : 0) > room) {
		from++;
	}

	let to = at + 1;
	while (to < parts.length && total(parts.slice(from, to + 1)) + (from > 0 ? 2 : 0) <= room) {
		to++;
	}

	return [...(from > 0 ? [{text: '…', tone: 'dim'} as const] : []), ...parts.slice(from, to)];
};

/** The same in one row: ` POST pods  route ✓  authn ✓  mutate ● 3/9  validate  admit  store`. */
export const workProgressLine = (state: State, stop: Stop | undefined, columns: number): Line => {
	const {title, parts} = workProgress(state, stop);
	const titleRoom = parts.length === 0 ? columns - 2 : Math.max(10, Math.floor(columns / 3));
	const shown = title.startsWith('kubectl/') ? '' : cut(title, titleRoom);
	const room = columns - 1 - (shown === '' ? 0 : width(shown) + 2);
	const wide = parts.reduce((sum, {text}) => sum + width(text) + 2, -2) <= room;
	const kept = wide ? parts : around(parts, room);
	return [
		{text: shown === '' ? ' ' : ` ${shown}  `, tone: 'title'},
		...kept.flatMap((part, index): Segment[] =>
			index === 0 ? [part] : [{text: wide ? '  ' : ' ', tone: 'plain'}, part],
		),
	];
};
