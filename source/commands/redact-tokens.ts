import type {Input} from '../cluster.js';
import type {RecordedInput} from '../debugger/recording.js';
import type {Scenario} from '../scenario/scenario.js';

/** The parts of a recording that may hold the bearer tokens of its users. */
interface WithTokens {
	readonly scenario: Scenario;
	readonly inputs: ReadonlyArray<RecordedInput<Input>>;
}

/** `Bearer hers` with another token; text other than a user's token stays. */
const renamed = (header: string, names: ReadonlyMap<string, string>): string => {
	const [scheme = '', token = ''] = header.trim().split(' ');
	const name = names.get(token);
	return name === undefined ? header : `${scheme} ${name}`;
};

const redactedInput = (recorded: RecordedInput<Input>, names: ReadonlyMap<string, string>): RecordedInput<Input> => {
	const {input} = recorded;
	const client = 'client' in input ? input.client : undefined;
	const request = client && 'request' in client ? client.request : undefined;
	const header = request?.headers['authorization'];
	return !client || !request || header === undefined
		? recorded
		: {
				...recorded,
				input: {
					client: {
						exchange: client.exchange,
						request: {...request, headers: {...request.headers, authorization: renamed(header, names)}},
					},
				},
			};
};

/**
A recording in which each user's bearer token is replaced: it replays as before, but contains no token. Tokens of service accounts stay:
they are useless without the server whose key signed them.
*/
export const redactTokens = ({scenario, inputs}: WithTokens): WithTokens => {
	const names = new Map<string, string>();
	for (const {token} of scenario.users) {
		if (token !== undefined) {
			names.set(token, `redacted-${names.size + 1}`);
		}
	}

	return {
		scenario: {
			...scenario,
			users: scenario.users.map((user) =>
				user.token === undefined ? user : {...user, token: names.get(user.token) ?? user.token},
			),
		},
		inputs: inputs.map((recorded) => redactedInput(recorded, names)),
	};
};
