import {joinHostPort} from '../../../../objects/host-port.js';
import {FileError, type FileSystem} from '../../../../host/file-system.js';
import {reach} from '../../network.js';
import type {Task} from '../../task.js';
import {pathIn, textOf} from '../program.js';
import {lostMs, type NetworkProgram} from './place.js';

/** The path of the kubelet's mount with a Pod's service account. @see https://kubernetes.io/docs/tasks/run-application/access-api-from-pod/ */
const accountFolder = '/var/run/secrets/kubernetes.io/serviceaccount';

const textAt = (files: FileSystem, path: string): string | undefined => {
	try {
		return files.stat(path)?.kind === 'file' ? files.read(path) : undefined;
	} catch (error) {
		if (error instanceof FileError) {
			return undefined;
		}

		throw error;
	}
};

/** The most files that a container applies at once. */
const mostFiles = 200;

/** The files below a path that a command line names, by names that begin with it as it is written. */
const filesBelow = (task: Task, path: string, found: Record<string, string>): void => {
	const {files} = task;
	const full = pathIn(task, path);
	const kind = files.stat(full)?.kind;
	const text = kind === 'file' ? textAt(files, full) : undefined;
	if (text !== undefined) {
		found[path] = text;
	} else if (kind === 'directory' && Object.keys(found).length < mostFiles) {
		for (const name of files.list(full)) {
			if (!name.startsWith('..')) {
				filesBelow(task, `${path.replace(/\/$/, '')}/${name}`, found);
			}
		}
	}
};

const filesNamed = (task: Task, words: readonly string[]): Readonly<Record<string, string>> => {
	const found: Record<string, string> = Object.create(null);
	for (const word of words) {
		for (const path of word.replace(/^-{1,2}[\w-]+=/, '').split(/[,=]/)) {
			if (path !== '' && !path.startsWith('-')) {
				filesBelow(task, path, found);
			}
		}
	}

	return found;
};

/** Whether standard input is requested: `-f -`, `--filename=-`, `-f-`. */
const readsInput = (words: readonly string[]): boolean => words.some((word) => /^(?:-f|-k|--[\w-]+=|)-$/.test(word));

/**
`kubectl` in a container: it acts as the Pod's service account, unless the container has a kubeconfig.

@see https://kubernetes.io/docs/reference/kubectl/#in-cluster-authentication-and-namespace-overrides
*/
export const kubectl: NetworkProgram = function* (place, args) {
	const {task, runKubectl, container} = place;
	if (!runKubectl) {
		yield* task.table.machine.assume(task, ['kubectl', ...args].join(' '));
		return 0;
	}

	const {environment, files} = task;
	const host = environment.get('KUBERNETES_SERVICE_HOST') ?? '';
	const port = environment.get('KUBERNETES_SERVICE_PORT') ?? '';
	const token = textAt(files, `${accountFolder}/token`);
	const written = environment.get('KUBECONFIG') ?? `${environment.get('HOME') ?? ''}/.kube/config`;
	const kubeconfig = textAt(files, written);
	if (host !== '' && token !== undefined && kubeconfig === undefined) {
		const {case: outcome} = yield* reach(place, host, Number(port));
		if (outcome === 'lost') {
			yield* task.wait(Math.min(lostMs, 30_000));
			yield* task.error(`Unable to connect to the server: dial tcp ${joinHostPort(host, Number(port))}: i/o timeout\n`);
			return 1;
		}
	}

	const result = yield* runKubectl({
		server: host === '' ? undefined : `https://${joinHostPort(host, Number(port))}`,
		token,
		namespace: textAt(files, `${accountFolder}/namespace`) ?? container.sandbox.namespace,
		kubeconfig,
		files: filesNamed(task, args),
		stdin: readsInput(args) ? yield* textOf(task, undefined) : undefined,
		words: args,
	});
	yield* task.out(result.stdout);
	yield* result.stderr === '' ? task.wait(0) : task.error(result.stderr);
	return result.code;
};
