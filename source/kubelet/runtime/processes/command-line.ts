import type {Container} from '../container.js';

const builtins = new Set(
	'sh bash ash : true false set export cd mkdir chmod chown exit exec echo printf date hostname env sleep wait trap touch rm cat test [ tail httpd nc nslookup wget curl ping'.split(
		' ',
	),
);

/** The name of a program without its folder. */
export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** The command line that the container runs; `undefined`: the image's own program. */
export const commandLine = ({config, image}: Pick<Container, 'config' | 'image'>): readonly string[] | undefined => {
	const {command = [], args = []} = config;
	const {program} = image;
	const words =
		command.length > 0 ? [...command, ...args] : args.length > 0 && !program?.name && !image.anyPort ? args : undefined;
	if (words === undefined) {
		return program ? undefined : ['sh'];
	}

	const [first = ''] = words;
	const own =
		program && (first === program.name || baseName(first) === program.name || first === '/docker-entrypoint.sh');
	return own || (image.anyPort && !builtins.has(baseName(first))) ? undefined : words;
};

/** @returns why the container cannot start, in runc's words; `undefined`: it can. */
export const startProblem = (container: Pick<Container, 'config' | 'image'>): string | undefined => {
	const words = commandLine(container);
	const [first = ''] = words ?? [];
	if (words === undefined || (container.image.shell !== false && builtins.has(first.replace(/^(\/usr)?\/bin\//, '')))) {
		return undefined;
	}

	const why = first.startsWith('/') ? `stat ${first}: no such file or directory` : 'executable file not found in $PATH';
	return `failed to create containerd task: failed to create shim task: OCI runtime create failed: runc create failed: unable to start container process: error during container init: exec: "${first}": ${why}`;
};
