import {note, type Routine} from '../../kernel/routine.js';
import {applyMergePatch} from '../../objects/merge-patch.js';
import {CommandFailure, usageFailure} from '../failure.js';
import {dryRunOf, dryRunQuery, formatOf, objectName, printResult} from '../output.js';
import {resolveResource} from '../selection.js';
import type {Session} from '../session.js';
import {keyOf} from '../session.js';
import {sortedJSON, withValue, type Unstructured} from '../unstructured.js';
import {fieldManager, withLastApplied} from './apply.js';

const imageReference =
	/^(?:(?:[a-zA-Z\d](?:[a-zA-Z\d-]*[a-zA-Z\d])?)(?:\.[a-zA-Z\d](?:[a-zA-Z\d-]*[a-zA-Z\d])?)*(?::\d+)?\/)?[a-z\d]+(?:(?:\.|_|__|-+)[a-z\d]+)*(?:\/[a-z\d]+(?:(?:\.|_|__|-+)[a-z\d]+)*)*(?::\w[\w.-]{0,127})?(?:@[A-Za-z][A-Za-z\d]*(?:[-_+.][A-Za-z][A-Za-z\d]*)*:[\da-fA-F]{32,})?$/;

/**
The Pod of `kubectl run`.

@param container what comes after `--`; the arguments of the image's entry point, or with `command` the command itself.
@mirrors kubectl/pkg/generate/versioned BasicPod
*/
export const podFromFlags = (options: {
	readonly name: string;
	readonly image: string;
	readonly labels?: Readonly<Record<string, string>>;
	readonly port?: number;
	readonly environment?: readonly string[];
	readonly pullPolicy?: string;
	readonly restartPolicy?: string;
	readonly stdin?: boolean;
	readonly tty?: boolean;
	readonly privileged?: boolean;
	readonly annotations?: readonly string[];
	readonly command?: boolean;
	readonly words?: readonly string[];
}): Unstructured => {
	const {
		name,
		image,
		labels,
		port,
		environment = [],
		pullPolicy,
		restartPolicy = 'Always',
		words = [],
		annotations = [],
	} = options;
	return {
		apiVersion: 'v1',
		kind: 'Pod',
		metadata: {
			name,
			labels: labels ?? {run: name},
			...(annotations.length > 0
				? {annotations: Object.fromEntries(annotations.map((one) => splitOnce(one, '=')))}
				: {}),
		},
		spec: {
			containers: [
				{
					name,
					image,
					...(pullPolicy ? {imagePullPolicy: pullPolicy} : {}),
					...(options.command && words.length > 0 ? {command: words} : words.length > 0 ? {args: words} : {}),
					...(environment.length > 0
						? {
								env: environment
									.map((one) => splitOnce(one, '='))
									.map(([key, value]) => (value === '' ? {name: key} : {name: key, value})),
							}
						: {}),
					...(port ? {ports: [{containerPort: port}]} : {}),
					resources: {},
					...(options.privileged ? {securityContext: {privileged: true}} : {}),
					...(options.stdin ? {stdin: true} : {}),
					...(options.stdin && restartPolicy === 'Never' ? {stdinOnce: true} : {}),
					...(options.tty ? {tty: true} : {}),
				},
			],
			dnsPolicy: 'ClusterFirst',
			restartPolicy,
		},
		status: {},
	};
};

/** Cuts `a=b=c` into `a` and `b=c`. */
export const splitOnce = (text: string, separator: string): [string, string] => {
	const at = text.indexOf(separator);
	return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + separator.length)];
};

/** @throws {CommandFailure} for a label that is no pair. */
export const parseLabels = (text: string): Readonly<Record<string, string>> | undefined => {
	if (text === '') {
		return undefined;
	}

	const labels: Record<string, string> = {};
	for (const pair of text.split(',')) {
		if (!/^[^=]+=[^=]*$/.test(pair)) {
			throw new CommandFailure(`unexpected label spec: ${pair}`);
		}

		const [key, value] = splitOnce(pair, '=');
		labels[key] = value;
	}

	return labels;
};

/** `kubectl run`: makes one Pod from flags. Until version 1.18 it made a Deployment. */
export function* run(session: Session): Routine<number | void> {
	const {flags, words} = session;
	const [name, ...rest] = words;
	if (name === undefined || session.line.dashAt === 0) {
		throw usageFailure(session.commandPath, 'NAME is required for run');
	}

	const image = flags.text('image');
	if (!imageReference.test(image)) {
		throw new CommandFailure(`Invalid image name "${image}": invalid reference format`);
	}

	const restartPolicy = flags.text('restart') || 'Always';
	if (!['Always', 'OnFailure', 'Never'].includes(restartPolicy)) {
		throw usageFailure(session.commandPath, `invalid restart policy: ${restartPolicy}`);
	}

	if (flags.on('tty') && !flags.on('stdin')) {
		throw usageFailure(session.commandPath, '-i/--stdin is required for containers with -t/--tty=true');
	}

	if (flags.on('rm') && !flags.on('attach') && !flags.on('stdin')) {
		throw usageFailure(session.commandPath, '--rm should only be used for attached containers');
	}

	if (flags.on('expose') && !flags.text('port')) {
		throw usageFailure(session.commandPath, '--port must be set when exposing a service');
	}

	const environment = flags.list('env');
	const wrong = environment.find((one) => !/^[-._a-zA-Z][-._a-zA-Z\d]*=/.test(one));
	if (wrong !== undefined) {
		throw new CommandFailure(`invalid env: ${wrong}`);
	}

	const dryRun = dryRunOf(session);
	const format = formatOf(session);
	const namespace = yield* session.namespace();
	let pod = podFromFlags({
		name,
		image,
		labels: parseLabels(flags.text('labels')),
		port: flags.text('port') ? Number(flags.text('port')) : undefined,
		environment,
		pullPolicy: flags.text('image-pull-policy'),
		restartPolicy,
		stdin: flags.on('stdin'),
		tty: flags.on('tty'),
		privileged: flags.on('privileged'),
		annotations: flags.list('annotations'),
		command: flags.on('command'),
		words: rest,
	});
	if (flags.text('overrides')) {
		pod = applyMergePatch(pod, JSON.parse(flags.text('overrides'))) as Unstructured;
	}

	yield* note(
		'kubectl.generate',
		`kubectl run makes a Pod named ${name} with one container from the image ${image}: no controller will own it. Before version 1.18 this command made a Deployment.`,
		{input: session.line.arguments, output: pod},
	);
	if (flags.on('save-config')) {
		pod = withLastApplied(pod);
	}

	const resource = yield* resolveResource(session, 'pods');
	if (dryRun === 'client') {
		printResult(session, format, resource, pod, 'created', dryRun);
		return;
	}

	const created = yield* session.create(resource, namespace, withValue(pod, ['metadata', 'namespace'], namespace), {
		query: {...dryRunQuery(dryRun), fieldManager: fieldManager(session, 'kubectl-run')},
	});
	printResult(session, format, resource, created, 'created', dryRun);
	if (flags.on('expose')) {
		const port = Number(flags.text('port'));
		const service = {
			apiVersion: 'v1',
			kind: 'Service',
			metadata: {name, namespace},
			spec: {ports: [{port, protocol: 'TCP', targetPort: port}], selector: pod.metadata?.labels},
			status: {loadBalancer: {}},
		};
		yield* note(
			'kubectl.generate',
			`--expose makes a Service ${name} for port ${port} beside the Pod.`,
			{output: sortedJSON(service)},
			{object: keyOf(resource, namespace, name)},
		);
		const services = yield* resolveResource(session, 'services');
		printResult(session, format, services, yield* session.create(services, namespace, service), 'created', dryRun);
	}

	if (flags.on('attach') || flags.on('stdin')) {
		session.err(`${objectName(resource, name)} runs; attaching to its console is not part of this simulation\n`);
	}
}
