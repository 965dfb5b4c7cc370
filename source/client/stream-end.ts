import {streamChannels, type Stream} from './request.js';

const success = {metadata: {}, status: 'Success'};

/** The end of a session, on its error channel: the status from which `kubectl` derives its exit code. */
export const endSession = ({send}: Stream, outcome: {readonly exitCode: number} | {readonly problem: string}): void => {
	const status =
		'problem' in outcome
			? {
					metadata: {},
					status: 'Failure',
					message: `Internal error occurred: ${outcome.problem}`,
					reason: 'InternalError',
					details: {causes: [{message: outcome.problem}]},
					code: 500,
				}
			: outcome.exitCode === 0
				? success
				: {
						metadata: {},
						status: 'Failure',
						message: `command terminated with non-zero exit code: exit status ${outcome.exitCode}`,
						reason: 'NonZeroExitCode',
						details: {causes: [{reason: 'ExitCode', message: String(outcome.exitCode)}]},
					};
	send(streamChannels.error, JSON.stringify(status), true);
};
