import type {ClusterRecording} from '../cluster.js';
import {keyLater, resourceOfWord} from '../classroom/place.js';
import type {Event} from '../objects/kubernetes.generated.js';
import type {KubernetesObject} from '../objects/kubernetes-object.js';
import {parseLabelSelector} from '../objects/label-selector.js';
import {matchesRequirements} from '../objects/labels.js';
import {isRecord} from '../kernel/record.js';
import {registryPrefix} from '../objects/resources.js';

/** A filter for objects of a resource. */
export interface ListFilter {
	readonly namespace?: string;
	/** Labels: `app=web,tier!=db`. */
	readonly selector?: string;
}

/** The ledger key of an object. @throws {Error} when there is no such resource, or no name is given. */
export const keyOfObject = (recording: ClusterRecording, object: string): string => keyLater(recording, object);

/** @throws {Error} when there is no such resource, or the selector cannot be read. */
export const objectsOf = (
	recording: ClusterRecording,
	resource: string,
	{namespace, selector}: ListFilter,
	step: number,
): readonly KubernetesObject[] => {
	const found = resourceOfWord(resource, recording);
	if (!found) {
		throw new Error(`there is no resource "${resource}"`);
	}

	const prefix = `${registryPrefix(found)}/${found.namespaced && namespace !== undefined ? `${namespace}/` : ''}`;
	const requirements = parseLabelSelector(selector ?? '');
	return recording.kernel.ledger
		.entries<KubernetesObject>(prefix, step)
		.map(([, object]) => object)
		.filter(({metadata}) => matchesRequirements(requirements, metadata.labels));
};

/** The ledger key of an object. @throws {Error} when the cluster does not have its resource. */
const keyOfKnown = (recording: ClusterRecording, object: string): string => {
	const word = object.split('/')[0] ?? '';
	if (!object.startsWith('/') && !resourceOfWord(word, recording)) {
		throw new Error(`there is no resource "${word}"`);
	}

	return keyOfObject(recording, object);
};

/** Events in the order of their creation. @param object such as `pod/web`. */
export const eventsAbout = (
	recording: ClusterRecording,
	object: string | undefined,
	step: number,
): readonly Event[] => {
	const {ledger} = recording.kernel;
	const entries = ledger.entries<Event>('/registry/events/', step);
	const key = object === undefined ? undefined : keyOfKnown(recording, object);
	const uids = new Set(
		key === undefined
			? []
			: ledger.versions(key).flatMap(({value}) => (isIdentified(value) ? [value.metadata.uid] : [])),
	);
	return entries
		.map(([eventKey, event]) => ({event, step: ledger.versions(eventKey)[0]?.step ?? 0}))
		.filter(({event}) => key === undefined || uids.has(event.involvedObject.uid ?? ''))
		.sort((a, b) => a.step - b.step)
		.map(({event}) => event);
};

const isIdentified = (value: unknown): value is {readonly metadata: {readonly uid: string}} =>
	isRecord(value) && isRecord(value.metadata) && typeof value.metadata.uid === 'string';
