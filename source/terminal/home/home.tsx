import {Box, Text, useApp, useInput} from 'ink';
import SelectInput from 'ink-select-input';
import {useEffect, useState, type ReactElement} from 'react';

import {homeLabel, homeMark} from './first-painting.js';
import {
	chooseItem,
	homeParts,
	openHome,
	pressTogether,
	type Choice,
	type HomeState,
	type Item,
	type Offer,
} from './home-state.js';
import {keysOf} from '../input/terminal-keys.js';
import {toSize} from '../paint/text.js';
import {toneStyle} from '../paint/theme.js';
import {Rows, useSize} from '../paint/ink-rows.js';

interface Selectable {
	readonly isSelected?: boolean;
}

const Mark = ({isSelected = false}: Selectable): ReactElement => (
	<Text {...toneStyle('here')}>{homeMark(isSelected, false)}</Text>
);

const PlainMark = ({isSelected = false}: Selectable): ReactElement => (
	<Text {...toneStyle('here')}>{homeMark(isSelected, true)}</Text>
);

const Label = ({isSelected, label}: Selectable & {readonly label: string}): ReactElement => (
	<Text wrap="truncate" {...toneStyle(isSelected ? 'here' : 'plain')}>
		{label}
	</Text>
);

/** The items of the home screen, of which one can be chosen. */
const ItemList = ({
	state,
	at,
	ascii,
	columns,
	height,
	onMove,
	onChoose,
}: {
	readonly state: HomeState;
	readonly at: number;
	readonly ascii: boolean;
	readonly columns: number;
	readonly height: number;
	readonly onMove: (at: number) => void;
	readonly onChoose: (item: Item) => void;
}): ReactElement => (
	<SelectInput
		items={state.items.map(({label}, value) => ({
			key: String(value),
			value,
			label: homeLabel(label, columns, ascii),
		}))}
		initialIndex={at}
		limit={height}
		isFocused={state.asking === undefined}
		indicatorComponent={ascii ? PlainMark : Mark}
		itemComponent={Label}
		onHighlight={({value}) => {
			onMove(value);
		}}
		onSelect={({value}) => {
			// The list also selects by digit, which would be mistaken for the number of a lesson.
			const item = state.items[value];
			if (value === at && item) {
				onChoose(item);
			}
		}}
	/>
);

interface Properties {
	readonly language?: string;
	readonly ascii: boolean;
	/** What there is to choose from, in a language. */
	readonly read: (language?: string) => Offer;
	readonly problem: string;
	/** The item to select instead of the next lesson. */
	readonly begin?: number;
	readonly onChoose: (choice: Choice, language: string, at: number) => void;
	readonly onSuspend?: () => void;
}

/** Lessons with progress, manifests of this folder, free play, a recording, the language. */
export const Home = ({language, ascii, read, problem, begin, onChoose, onSuspend}: Properties): ReactElement => {
	const {exit} = useApp();
	const size = useSize();
	const [state, setState] = useState(() => openHome(read(language), problem));
	const [at, setAt] = useState(begin ?? state.begin);
	// How often the list was told where it is, instead of finding out itself.
	const [told, setTold] = useState(0);
	const go = (next: HomeState): void => {
		if (next.language !== state.language) {
			const translated = openHome(read(next.language));
			setAt(translated.items.findIndex((item) => item.language !== undefined));
			setState(translated);
		} else if (next !== state) {
			setState(next);
		}
	};

	useEffect(() => {
		if (state.left) {
			exit();
		} else if (state.chosen) {
			onChoose(state.chosen, state.language, at);
		}
		// What was chosen is told once, whatever is selected later.
		// eslint-disable-next-line react-hooks/exhaustive-deps
	}, [state]);
	useInput((input, key) => {
		const names = keysOf(input, key);
		for (const name of names) {
			if (name === 'ctrl+z') {
				onSuspend?.();
			}
		}

		const pressed = pressTogether(state, at, names);
		if (pressed.at !== at) {
			setAt(pressed.at);
			setTold(told + 1);
		}

		go(pressed.state);
	});
	const {head, foot, height} = homeParts(state, size);
	const draw = (rows: typeof head) => <Rows rows={toSize(rows, {...size, rows: rows.length}, ascii)} />;
	return (
		<Box flexDirection="column" height={size.rows}>
			{draw(head)}
			<Box flexDirection="column" height={height}>
				<ItemList
					key={`${state.language} ${size.columns} ${height} ${told}`}
					state={state}
					at={at}
					ascii={ascii}
					columns={size.columns}
					height={height}
					onMove={setAt}
					onChoose={(item) => {
						go(chooseItem(state, item));
					}}
				/>
			</Box>
			{draw(foot)}
		</Box>
	);
};
