import {CommandFailure, connectionRefused} from '../failure.js';
import type {Invocation} from '../invocation.js';

const extensions = /\.(json|ya?ml)$/;

/** The files that `-f` names: one file, all manifests of a folder, or standard input. */
export const expand = (invocation: Invocation, path: string): ReadonlyArray<{source: string; text: string}> => {
	const {files, stdin} = invocation.environment;
	if (path === '-') {
		return [{source: 'STDIN', text: stdin ?? ''}];
	}

	if (path === '/dev/null') {
		return [];
	}

	if (/^https?:\/\//.test(path)) {
		// Simplified: nothing answers outside the cluster.
		throw new CommandFailure(connectionRefused(path), {verbatim: true});
	}

	const plain = path.replace(/^\.\//, '');
	const text = files[path] ?? files[plain];
	if (text !== undefined) {
		return [{source: path, text}];
	}

	const folder = plain === '.' || plain === '' ? '' : plain.replace(/\/*$/, '/');
	const inside = Object.entries(files)
		.map(([file, content]) => ({source: file.replace(/^\.\//, ''), text: content}))
		.filter(({source}) => source.startsWith(folder))
		.sort((a, b) => (a.source < b.source ? -1 : 1));
	if (inside.length === 0) {
		throw new CommandFailure(`the path "${path}" does not exist`);
	}

	const chosen = inside.filter(
		({source}) =>
			extensions.test(source) && (invocation.flags.on('recursive') || !source.slice(folder.length).includes('/')),
	);
	if (chosen.length === 0) {
		throw new CommandFailure(`error reading [${path}]: recognized file extensions are [.json .yaml .yml]`);
	}

	return chosen;
};

/** @throws {CommandFailure} when no manifest is named, or both files and a kustomization. */
export const needFiles = ({flags}: Invocation): void => {
	const files = flags.list('filename').length > 0;
	if (!files && !flags.text('kustomize')) {
		throw new CommandFailure('must specify one of -f and -k');
	}

	if (files && flags.text('kustomize')) {
		throw new CommandFailure('only one of -f or -k can be specified');
	}

	if (flags.text('kustomize') && flags.on('recursive')) {
		throw new CommandFailure("the -k flag can't be used with -f or -R");
	}
};
