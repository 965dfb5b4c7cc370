import type {Routine} from '../../../kernel/routine.js';
import {printYaml} from '../../../go/yaml/print.js';
import {nestedString} from '../../../objects/unstructured.js';
import {CommandFailure, isFailure} from '../../failure.js';
import type {Invocation} from '../../invocation.js';

const clientVersion = {major: '1', minor: '36', gitVersion: 'v1.36.3', gitTreeState: 'clean', platform: 'linux/amd64'};

/** `kubectl version`. */
export function* version(invocation: Invocation): Routine<number | void> {
	const {flags, words} = invocation;
	if (words.length > 0) {
		throw new CommandFailure(`extra arguments: [${words.join(' ')}]`);
	}

	const output = flags.text('output');
	if (!['', 'json', 'yaml'].includes(output)) {
		throw new CommandFailure("--output must be 'yaml' or 'json'");
	}

	let server: unknown;
	let failure: unknown;
	try {
		server = flags.on('client') ? undefined : (yield* invocation.request('GET', '/version')).body;
	} catch (error) {
		// The client's own version is known even without the server.
		failure = isFailure(error);
	}

	const all = {clientVersion, kustomizeVersion: 'v5.8.1', ...(server ? {serverVersion: server} : {})};
	if (output === 'json') {
		invocation.out(`${JSON.stringify(all, undefined, 2)}\n`);
	} else if (output === 'yaml') {
		invocation.out(`${printYaml(all)}\n`);
	} else {
		invocation.out(`Client Version: ${clientVersion.gitVersion}\nKustomize Version: v5.8.1\n`);
		invocation.out(server ? `Server Version: ${nestedString(server, 'gitVersion')}\n` : '');
	}

	if (failure) {
		throw failure;
	}
}
