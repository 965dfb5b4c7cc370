import {CommandFailure, throwAll} from '../../failure.js';
import type {Routine} from '../../../kernel/routine.js';
import type {Invocation} from '../../invocation.js';
import {selectItems} from '../../selection.js';
import {isObjectOf, type Unstructured} from '../../../objects/unstructured.js';
import type {Generated} from './generated.js';

const afterDash = ({line}: Invocation): readonly string[] =>
	line.dashAt === -1 ? [] : line.arguments.slice(line.dashAt);

/**
Name of a container, from the last part of its image without tag and digest. If it had to be changed to be a valid name, it has a random suffix.

@mirrors kubectl/pkg/cmd/create sanitizeAndUniquify
*/
const containerName = (invocation: Invocation, image: string): string => {
	const name = image.slice(image.lastIndexOf('/') + 1).replace(/[:@].*$/s, '');
	return /[._]/.test(name) ? `${name.replaceAll(/[._]/g, '-')}-${invocation.kernel.random('kubectl').suffix()}` : name;
};

/** @mirrors kubectl/pkg/cmd/create CreateDeploymentOptions.createDeployment */
export function* deployment(invocation: Invocation, name: string): Routine<Generated> {
	const {flags} = invocation;
	const images = flags.list('image');
	const command = afterDash(invocation);
	if (images.length > 1 && command.length > 0) {
		throw new CommandFailure('cannot specify multiple --image options and command');
	}

	const labels = {app: name};
	const port = flags.changed('port') ? flags.number('port') : -1;
	const object = {
		apiVersion: 'apps/v1',
		kind: 'Deployment',
		metadata: {name, labels},
		spec: {
			replicas: flags.number('replicas'),
			selector: {matchLabels: labels},
			strategy: {},
			template: {
				metadata: {labels},
				spec: {
					containers: images.map((image, index) => ({
						image,
						name: containerName(invocation, image),
						resources: {},
						...(index === 0 && port >= 0 ? {ports: [{containerPort: port}]} : {}),
						...(command.length > 0 ? {command} : {}),
					})),
				},
			},
		},
		status: {},
	};
	return {object, failing: 'deployment:'};
}

const podTemplate = (invocation: Invocation, name: string, restartPolicy: string): Unstructured => {
	const command = afterDash(invocation);
	return {
		metadata: {},
		spec: {
			containers: [
				{image: invocation.flags.text('image'), name, resources: {}, ...(command.length > 0 ? {command} : {})},
			],
			restartPolicy,
		},
	};
};

/** @mirrors kubectl/pkg/cmd/create CreateJobOptions */
export function* job(invocation: Invocation, name: string): Routine<Generated> {
	const {flags} = invocation;
	const from = flags.text('from');
	if ((from === '') === (flags.text('image') === '')) {
		throw new CommandFailure('either --image or --from must be specified');
	}

	if (from && afterDash(invocation).length > 0) {
		throw new CommandFailure('cannot specify --from and command');
	}

	if (!from) {
		return {
			object: {
				apiVersion: 'batch/v1',
				kind: 'Job',
				metadata: {name},
				spec: {template: podTemplate(invocation, name, 'Never')},
				status: {},
			},
			failing: 'job:',
		};
	}

	const {items, errors} = yield* selectItems(invocation, {words: [from]});
	throwAll(errors);
	const [item, ...others] = items;
	if (!item || others.length > 0) {
		throw new CommandFailure('from must be an existing cronjob');
	}

	const {resource, name: source, object: cron} = item;
	if (!isObjectOf(cron, 'cronjobs.batch')) {
		throw new CommandFailure(`unknown object type *${resource.version}.${resource.kind}`);
	}

	const template = cron.spec.jobTemplate;
	const object = {
		apiVersion: 'batch/v1',
		kind: 'Job',
		metadata: {
			name,
			annotations: {'cronjob.kubernetes.io/instantiate': 'manual', ...template.metadata?.annotations},
			...(template.metadata?.labels ? {labels: template.metadata.labels} : {}),
			ownerReferences: [
				{apiVersion: 'batch/v1', controller: true, kind: 'CronJob', name: source, uid: cron.metadata.uid},
			],
		},
		spec: template.spec,
		status: {},
	};
	return {object, failing: 'job:'};
}

/** @mirrors kubectl/pkg/cmd/create CreateCronJobOptions */
export function* cronJob(invocation: Invocation, name: string): Routine<Generated> {
	const object = {
		apiVersion: 'batch/v1',
		kind: 'CronJob',
		metadata: {name},
		spec: {
			jobTemplate: {
				metadata: {name},
				spec: {template: podTemplate(invocation, name, invocation.flags.text('restart') || 'OnFailure')},
			},
			schedule: invocation.flags.text('schedule'),
		},
		status: {},
	};
	return {object, failing: 'cronjob:'};
}
