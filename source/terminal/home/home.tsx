import {Box, Text, useApp, useInput} from 'ink';
import SelectInput from 'ink-select-input';
import {useEffect, useRef, useState, type ReactElement} from 'react';
import {homeLabel, homeMark} from './first-painting.js';
import {pageRows, pointHome, pressHome} from '../../screen/home/home-actions.js';
import {firstShown, homeParts, openHome, type HomeState} from '../../screen/home/home-state.js';
import type {Choice} from '../../screen/home/items.js';
import type {Offer} from '../../screen/home/offer.js';
import {readMouse} from '../../screen/input/mouse.js';
import {keysOf} from '../input/terminal-keys.js';
import {toSize} from '../../screen/paint/text.js';
import {paint, toneStyle} from '../paint/theme.js';
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

/** The visible items of the home screen; the screen handles keys, because it also has the other items. */
const ItemList = ({
	state,
	ascii,
	columns,
	height,
}: {
	readonly state: HomeState;
	readonly ascii: boolean;
	readonly columns: number;
	readonly height: number;
}): ReactElement => {
	const first = firstShown(state, height);
	return (
		<SelectInput
			items={state.items.slice(first, first + height).map(({key, label}) => ({
				key,
				value: key,
				label: homeLabel(label, columns, ascii),
			}))}
			initialIndex={state.at - first}
			isFocused={false}
			indicatorComponent={ascii ? PlainMark : Mark}
			itemComponent={Label}
		/>
	);
};

interface Properties {
	readonly language?: string;
	readonly ascii: boolean;
	/** The items to choose from, in a language. */
	readonly read: (language?: string) => Offer;
	readonly problem: string;
	/** The key of the item to select instead of the next lesson. */
	readonly begin?: string;
	readonly onChoose: (choice: Choice, language: string, at: string) => void;
	readonly onSuspend?: () => void;
}

/** Lessons by chapter with progress, files of this folder, free play, a recording, the language. */
export const Home = ({language, ascii, read, problem, begin, onChoose, onSuspend}: Properties): ReactElement => {
	const {exit} = useApp();
	const size = useSize();
	const [state, setState] = useState(() => openHome(read(language), problem, begin));
	// Several keys may arrive before the next frame: they act on the latest state, not on the drawn one.
	const latest = useRef(state);
	const go = (next: HomeState): void => {
		latest.current = next.language === next.offer.language ? next : openHome(read(next.language), '', 'language');
		setState(latest.current);
	};

	useEffect(() => {
		if (state.left) {
			exit();
		} else if (state.chosen) {
			onChoose(state.chosen, state.language, state.items[state.at]?.key ?? '');
		}
		// A choice is reported once, regardless of later selections.
		// eslint-disable-next-line react-hooks/exhaustive-deps
	}, [state.left, state.chosen]);
	useInput((input, key) => {
		const report = readMouse(input);
		for (const event of report ? [report] : keysOf(input, key)) {
			if (event === 'ctrl+z') {
				onSuspend?.();
			} else {
				go(typeof event === 'string' ? pressHome(latest.current, event) : pointHome(latest.current, event, size));
			}
		}
	});
	const {head, foot, height} = homeParts(state, size);
	const draw = (rows: typeof head) => (
		<Rows painted={toSize(rows, {...size, rows: rows.length}, ascii).map((row) => paint(row))} />
	);
	const page = pageRows(state, size);
	if (page) {
		return draw(page);
	}

	return (
		<Box flexDirection="column" height={size.rows}>
			{draw(head)}
			<Box flexDirection="column" height={height}>
				<ItemList
					key={`${state.language} ${size.columns} ${height} ${state.at} ${state.top} ${state.items.length}`}
					state={state}
					ascii={ascii}
					columns={size.columns}
					height={height}
				/>
			</Box>
			{draw(foot)}
		</Box>
	);
};
