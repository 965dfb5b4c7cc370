import type {PodContainer} from '../container-reference.js';
import type {Finding} from '../symptom.js';

/** A script that a shell takes for the name of a file, since no `-c` is before it: `[sh, "echo hi; sleep 3600"]`. */
export const withoutC = ({
	spec: {command = []},
	field,
}: PodContainer): Pick<Finding, 'field' | 'advice' | 'candidates'> | undefined => {
	const [shell = '', script = '', ...rest] = command;
	return /^(?:\/(?:usr\/)?bin\/)?(?:ba|da|a)?sh$/.test(shell) && /\s/.test(script.trim()) && !script.startsWith('-')
		? {
				field: [...field, 'command'],
				advice: [({pods}) => pods.scriptWithoutC(shell)],
				candidates: [{field: [...field, 'command'], change: {value: [shell, '-c', script, ...rest]}}],
			}
		: undefined;
};
