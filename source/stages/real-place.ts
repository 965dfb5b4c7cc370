import {tableOf, type Language} from './language.js';

/** A command for a live cluster, with the name of its machine in a language: `on the node: crictl pods`. */
export const placedCommand = (command: string, language: Language): string =>
	command.replace(/^on (the node|[\w.-]+): /, (_, node: string) =>
		tableOf(language).labels.onNode(node === 'the node' ? undefined : node),
	);
