import {CommandFailure} from '../failure.js';
import type {Routine} from '../../kernel/routine.js';
import type {Session} from '../session.js';
import {resolveResource} from '../selection.js';
import type {Unstructured} from '../unstructured.js';
import type {Generated} from './create.js';

const afterDash = ({line}: Session): readonly string[] => (line.dashAt === -1 ? [] : line.arguments.slice(line.dashAt));

/** Name of a container, from the last part of its image without tag and digest. */
export const containerName = (image: string): string => {
	const last = image.slice(image.lastIndexOf('/') + 1);
	return last
		.split('@', 1)[0]
		.split(':', 1)[0]
		.toLowerCase()
		.replace(/[^a-z\d-]/g, '-');
};

const needsImage = (session: Session): void => {
	if (!session.flags.changed('image')) {
		throw new CommandFailure('required flag(s) "image" not set');
	}
};

/** @mirrors kubectl/pkg/cmd/create CreateDeploymentOptions.createDeployment */
export function* deployment(session: Session, name: string): Routine<Generated> {
	needsImage(session);
	const {flags} = session;
	const images = flags.list('image');
	const command = afterDash(session);
	if (images.length > 1 && command.length > 0) {
		throw new CommandFailure('cannot specify multiple --image options and command');
	}

	if (flags.changed('replicas') && flags.number('replicas') < 0) {
		throw new CommandFailure('--replicas=COUNT must be greater than or equal to 0');
	}

	const labels = {app: name};
	const port = flags.changed('port') ? flags.number('port') : -1;
	const object = {
		apiVersion: 'apps/v1',
		kind: 'Deployment',
		metadata: {name, labels},
		spec: {
			replicas: flags.number('replicas') || (flags.changed('replicas') ? 0 : 1),
			selector: {matchLabels: labels},
			strategy: {},
			template: {
				metadata: {labels},
				spec: {
					containers: uniqueNames(images).map((container, index) => ({
						image: images[index],
						name: container,
						resources: {},
						...(index === 0 && port >= 0 ? {ports: [{containerPort: port}]} : {}),
						...(command.length > 0 ? {command} : {}),
					})),
				},
			},
		},
		status: {},
	};
	return {object, failing: 'deployment'};
}

/** Container names for images; a name that is taken gets a suffix by its place. Simplified: upstream's suffix is random. */
const uniqueNames = (images: readonly string[]): readonly string[] => {
	const seen = new Set<string>();
	return images.map((image, index) => {
		const name = containerName(image);
		const unique = seen.has(name) ? `${name}-${index}` : name;
		seen.add(unique);
		return unique;
	});
};

const podTemplate = (session: Session, name: string, restartPolicy: string): Unstructured => {
	const command = afterDash(session);
	return {
		metadata: {},
		spec: {
			containers: [{image: session.flags.text('image'), name, resources: {}, ...(command.length > 0 ? {command} : {})}],
			restartPolicy,
		},
	};
};

/** @mirrors kubectl/pkg/cmd/create CreateJobOptions */
export function* job(session: Session, name: string): Routine<Generated> {
	const {flags} = session;
	const from = flags.text('from');
	if (from && flags.text('image')) {
		throw new CommandFailure('cannot specify --image and --from');
	}

	if (!from && !flags.text('image')) {
		throw new CommandFailure('either --image or --from must be specified');
	}

	if (!from) {
		return {
			object: {
				apiVersion: 'batch/v1',
				kind: 'Job',
				metadata: {name},
				spec: {template: podTemplate(session, name, 'Never')},
				status: {},
			},
			failing: 'job',
		};
	}

	const [type, source = ''] = from.split('/');
	const resource = yield* resolveResource(session, type);
	const cron = yield* session.get(resource, yield* session.namespace(), source);
	if (resource.kind !== 'CronJob') {
		throw new CommandFailure(`from must be an existing cronjob`);
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
				{apiVersion: 'batch/v1', controller: true, kind: 'CronJob', name: source, uid: cron.metadata?.uid ?? ''},
			],
		},
		spec: template.spec,
		status: {},
	};
	return {object, failing: 'job'};
}

/** @mirrors kubectl/pkg/cmd/create CreateCronJobOptions */
export function* cronJob(session: Session, name: string): Routine<Generated> {
	needsImage(session);
	if (!session.flags.text('schedule')) {
		throw new CommandFailure('required flag(s) "schedule" not set');
	}

	const object = {
		apiVersion: 'batch/v1',
		kind: 'CronJob',
		metadata: {name},
		spec: {
			jobTemplate: {
				metadata: {name},
				spec: {template: podTemplate(session, name, session.flags.text('restart') || 'OnFailure')},
			},
			schedule: session.flags.text('schedule'),
		},
		status: {},
	};
	return {object, failing: 'cronjob'};
}
