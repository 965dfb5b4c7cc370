import type {RuntimeContainer} from './container.js';

/** Path of the file whose text becomes the termination message. */
export const terminationPath = (container: RuntimeContainer): string =>
	container.config.annotations['io.kubernetes.container.terminationMessagePath'] ?? '/dev/termination-log';

/** The termination message: from its file, otherwise, if its policy requests it, the end of the log of a container that failed. */
export const messageOf = (container: RuntimeContainer): string => {
	const text = container.written(terminationPath(container)) ?? '';
	if (
		text === '' &&
		container.exitCode !== 0 &&
		container.config.annotations['io.kubernetes.container.terminationMessagePolicy'] === 'FallbackToLogsOnError'
	) {
		return container.log
			.slice(-80)
			.map(({text: line}) => `${line}\n`)
			.join('')
			.slice(-2048);
	}

	return text.slice(0, 4096);
};
