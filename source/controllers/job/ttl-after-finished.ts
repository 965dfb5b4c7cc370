import {parseTimestamp} from '../../kernel/clock.js';
import {ignoreNotFound} from '../../client/errors.js';
import {keyOf} from '../../client/informer.js';
import type {Job} from '../../objects/kubernetes.generated.js';
import {registryKey} from '../../objects/resources.js';
import {note} from '../../stages/note.js';
import type {Controller} from '../controller.js';
import {isFinished} from './plan.js';
import {allow} from '../controller-roles.js';

/** The time at which a finished Job is deleted, in milliseconds since 1970; `undefined` if it is never deleted automatically. */
export const expiryMs = ({spec, status}: Job): number | undefined => {
	const end = status?.conditions?.find(({type}) => type === 'Complete' || type === 'Failed')?.lastTransitionTime;
	return spec?.ttlSecondsAfterFinished === undefined || !isFinished(status) || end === undefined
		? undefined
		: parseTimestamp(end) + spec.ttlSecondsAfterFinished * 1000;
};

/** Deletes Jobs some time after they have finished. @see https://kubernetes.io/docs/concepts/workloads/controllers/ttlafterfinished/ */
export const ttlAfterFinished: Controller = {
	name: 'ttl-after-finished',
	reportsAs: 'ttl-after-finished-controller',
	rules: [
		allow('delete get list watch', 'jobs', 'batch'),
		allow('create patch update', 'events', 'core events.k8s.io'),
	],
	build: ({client, informer, kernel, queue}) => ({
		handlers: {
			'jobs.batch': ({type, object}) => (type !== 'DELETED' && expiryMs(object) !== undefined ? [keyOf(object)] : []),
		},
		*sync(key) {
			const found = informer('jobs.batch').getByKey(key);
			const atMs = found && found.metadata.deletionTimestamp === undefined ? expiryMs(found) : undefined;
			const restMs = atMs === undefined ? undefined : atMs - kernel.wallClockMs;
			const object = found && registryKey('jobs.batch', found.metadata.namespace, found.metadata.name);
			yield* note('controller.ttl-after-finished.sync', {key, restMs}, {object});
			if (!found || restMs === undefined) {
				return;
			}

			if (restMs > 0) {
				queue.addAfter(key, restMs, {periodic: true});
				return;
			}

			const {namespace, name, uid} = found.metadata;
			const ttlSeconds = found.spec?.ttlSecondsAfterFinished;
			yield* note('controller.ttl-after-finished.delete', {ttlSeconds}, {object});
			yield* ignoreNotFound(
				client.delete('jobs.batch', namespace, name, {propagationPolicy: 'Foreground', preconditions: {uid}}),
			);
		},
	}),
};
