import type {Frame, Stop} from '../../../kernel/stop.js';
import {boxOf, boxOfProcess} from './boxes.js';
import type {Scene} from './scene.js';
import {objectName} from '../../../objects/object-name.js';

/** A request to the apiserver, as its frame names it. */
export interface Request {
	readonly method: string;
	/** `pods`, `replicasets`. */
	readonly plural: string;
	readonly namespace?: string;
	/** Missing in requests to a collection. */
	readonly name?: string;
	readonly subresource?: string;
	readonly frame: Frame;
}

const path =
	/^([A-Z]+) \/(?:api\/v1|apis\/[^/]+\/[^/]+)(?:\/namespaces\/([^/?]+)(?=\/))?\/([^/?]+)(?:\/([^/?]+))?(?:\/([^/?]+))?/;

/** The request for objects of a stop, or the one being sent. */
export const requestOf = (stop: Stop): Request | undefined => {
	for (let {frame} = stop; frame; frame = frame.parent) {
		const [found, method, namespace, plural, name, subresource] = path.exec(frame.name) ?? [];
		if (found !== undefined && method !== undefined && plural !== undefined) {
			return {
				method,
				plural,
				...(namespace === undefined ? {} : {namespace}),
				...(name === undefined ? {} : {name}),
				...(subresource === undefined ? {} : {subresource}),
				frame,
			};
		}
	}

	return undefined;
};

/** Whether a stop belongs to a request that a process made, at the apiserver or in etcd. */
export const isRequest = (stop: Stop): boolean => {
	const box = boxOf(stop);
	const caller = boxOfProcess(stop.process);
	return (box === 'apiserver' || box === 'etcd') && caller !== undefined && caller !== 'apiserver' && caller !== 'etcd';
};

/** The key that a stop of a request names, and not that of its collection. */
const namedKey = ({object}: Stop, {plural, namespace}: Request): string | undefined => {
	const name = objectName(object ?? '');
	return name?.resource.split('.')[0] === plural && name.namespace === namespace && name.name !== ''
		? object
		: undefined;
};

/** The object of a request to a collection: from the stop, or from the stop at which it was sent. */
export const objectOf = ({recent}: Scene, stop: Stop, request: Request): string | undefined => {
	const sent = recent.find(({process, step}) => process === stop.process && step < request.frame.step);
	return namedKey(stop, request) ?? (sent && namedKey(sent, request));
};

/** Whether a stop is part of a request about the object of a key. */
export const concerns = (scene: Scene, stop: Stop, key: string): boolean => {
	const request = requestOf(stop);
	const object = objectName(key);
	if (
		!request ||
		!object ||
		object.resource.split('.')[0] !== request.plural ||
		object.namespace !== request.namespace
	) {
		return false;
	}

	return request.name === undefined ? objectOf(scene, stop, request) === key : request.name === object.name;
};

/** `POST pods`, `PATCH pods/web/status`. */
export const requestWords = ({method, plural, name, subresource}: Request): string =>
	[method, [plural, name, subresource].filter((part) => part !== undefined).join('/')].join(' ');

/** Whether a stop is part of a request that changes stored objects. */
export const isWrite = (stop: Stop): boolean => requestOf(stop)?.method !== 'GET';
