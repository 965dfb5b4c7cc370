import {resolvePath, type FileSystem} from '../files/file-system.js';

/** Whether the condition of `test`, `[ … ]` or `[[ … ]]` holds. */
export const holds = (words: readonly string[], files: Pick<FileSystem, 'stat'>): boolean => {
	const [first = '', second, third] = words;
	if (first === '!') {
		return !holds(words.slice(1), files);
	}

	if (/^-[fesdrx]$/.test(first)) {
		return files.stat(resolvePath('/', second ?? '')) !== undefined;
	}

	switch (second) {
		case undefined: {
			return first !== '';
		}

		case '=':
		case '==': {
			return first === third;
		}

		case '!=': {
			return first !== third;
		}

		case '-eq': {
			return Number(first) === Number(third);
		}

		case '-ne': {
			return Number(first) !== Number(third);
		}

		case '-gt': {
			return Number(first) > Number(third);
		}

		case '-lt': {
			return Number(first) < Number(third);
		}

		default: {
			return first === '-n' ? second !== '' : first === '-z' ? second === '' : false;
		}
	}
};
