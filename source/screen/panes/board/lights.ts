import type {Stop} from '../../../kernel/stop.js';
import {objectName} from '../../../objects/object-name.js';
import type {State} from '../../state/state.js';
import {objectWords} from './followed.js';
import {boxOf, boxOfProcess, type BoxId, type Link} from './boxes.js';
import {requestOf, requestWords} from './requests.js';
import type {Scene} from './scene.js';
import {wordsOf} from '../../words/words.js';

/** The box of a watcher, by the watch cache's name for it. */
const boxOfWatcher = (watcher: string): BoxId | undefined =>
	watcher.startsWith('kube-controller-manager') ? 'controllers' : boxOfProcess(watcher);

const texts = (value: unknown): readonly string[] =>
	Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];

const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

/** `pod/web`, of a key. */
const keyWords = (state: State, key: string | undefined): string =>
	key?.startsWith('/registry/') && objectName(key) ? objectWords(state, key) : '';

/** The label of a request on its way: `POST pods`, or its path if it has no object. */
const words = (stop: Stop): string => {
	const request = requestOf(stop);
	if (request) {
		return requestWords(request);
	}

	for (let {frame} = stop; frame; frame = frame.parent) {
		if (/^[A-Z]+ \//.test(frame.name)) {
			return frame.name;
		}
	}

	return '';
};

const isAnswered = ({stage}: Stop): boolean => stage === 'apiserver.respond';

/** Whether a stop is within a request at the apiserver. */
const isInside = (stop: Stop): boolean => boxOf(stop) === 'apiserver' || boxOf(stop) === 'etcd';

/** The arrival of a message at a stop, and its line. */
const arrival = ({state, before}: Scene, stop: Stop): Link | undefined => {
	const box = boxOf(stop);
	const caller = boxOfProcess(stop.process);
	const board = wordsOf(state).board;
	if (stop.stage === 'informer.deliver' && box !== undefined) {
		const {type, key, kind} = stop.facts ?? {};
		const name = keyWords(state, stop.object) || `${text(kind)} ${text(key)}`;
		return {box, light: 'lit', outward: true, label: `${text(type)} ${name}`};
	}

	if (stop.stage === 'kubectl.parse') {
		return {box: 'file', light: 'lit', outward: false, label: text(stop.facts?.file)};
	}

	if (stop.stage === 'apiserver.watch' && caller === 'apiserver') {
		return {
			box: 'etcd',
			light: 'lit',
			outward: false,
			label: `${board.revision(text(stop.facts?.revision))} ${keyWords(state, stop.object)}`.trimEnd(),
		};
	}

	if (box === 'etcd' && caller !== 'etcd' && stop.stage === 'etcd.txn') {
		const {verdict, revision} = stop.facts ?? {};
		const outcome = verdict === 'refused' || verdict === 'too large' ? board.refused : board.revision(text(revision));
		return {box, light: 'lit', outward: true, label: `${keyWords(state, stop.object)} ${outcome}`.trimStart()};
	}

	if (box !== 'apiserver' || caller === undefined || caller === 'apiserver') {
		return undefined;
	}

	if (isAnswered(stop)) {
		return {
			box: caller,
			light: 'lit',
			outward: true,
			label: `${text(stop.facts?.code)} ${text(stop.facts?.reason)}`.trim(),
		};
	}

	if (before && isInside(before) && !isAnswered(before)) {
		return boxOf(before) === 'etcd' ? {box: 'etcd', light: 'lit', outward: false, label: board.stored} : undefined;
	}

	return {box: caller, light: 'lit', outward: false, label: words(stop)};
};

/** Requests that are not answered yet, as of the cursor, by process. */
export const underWay = ({latest}: Scene): ReadonlyArray<{readonly stop: Stop; readonly words: string}> =>
	[...latest.values()]
		.filter((stop) => {
			const caller = boxOfProcess(stop.process);
			return isInside(stop) && !isAnswered(stop) && caller !== undefined && caller !== 'apiserver' && caller !== 'etcd';
		})
		.map((stop) => ({stop, words: words(stop)}))
		.filter((request) => request.words !== '');

/** The lines of the board that are not idle: the one with an arrival at this stop, and those with a request in progress. */
export const lights = (scene: Scene): readonly Link[] => {
	const {stop} = scene;
	const lit = stop && arrival(scene, stop);
	const open = new Set<BoxId>();
	for (const request of underWay(scene)) {
		const caller = boxOfProcess(request.stop.process);
		if (caller !== undefined) {
			open.add(caller);
		}
	}

	if (stop?.stage === 'kubectl.request') {
		open.add('kubectl');
	}

	if (stop?.stage === 'apiserver.watch') {
		for (const watcher of texts(stop.facts?.watchers)) {
			const box = boxOfWatcher(watcher);
			if (box !== undefined) {
				open.add(box);
			}
		}
	}

	if (lit) {
		open.delete(lit.box);
	}

	const others = [...open].map((box): Link => ({box, light: 'open', outward: true, label: ''}));
	return lit ? [lit, ...others] : others;
};
