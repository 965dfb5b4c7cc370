import {useApp, useInput} from 'ink';
import {useState, type ReactElement} from 'react';
import {keysOf, Rows, useSize} from './app.js';
import {drawHome, openHome, pressHome, readOffer, type Choice} from './home-state.js';
import {frame} from './screen.js';

/** Lessons with progress, manifests of this folder, free play, a recording, the language. */
export const Home = ({
	language,
	ascii,
	replay,
	problem,
	onChoose,
}: {
	readonly language?: string;
	readonly ascii: boolean;
	/** Whether recordings can be opened. */
	readonly replay: boolean;
	readonly problem: string;
	readonly onChoose: (choice: Choice, language: string) => void;
}): ReactElement => {
	const {exit} = useApp();
	const size = useSize();
	const [state, setState] = useState(() => openHome(readOffer(language, replay), problem));
	useInput((input, key) => {
		let next = state;
		for (const name of keysOf(input, key)) {
			next = pressHome(next, name);
			if (next.left) {
				exit();
				return;
			}

			if (next.chosen) {
				onChoose(next.chosen, next.language);
				return;
			}
		}

		setState(next.language === state.language ? next : {...openHome(readOffer(next.language, replay)), at: next.at});
	});
	return <Rows rows={frame(drawHome(state, size), size, ascii)} />;
};
