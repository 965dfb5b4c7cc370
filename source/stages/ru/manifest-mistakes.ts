/** Mistakes of a manifest that the reader of YAML names: each English text, and its Russian translation. */
export const manifestMistakes: ReadonlyArray<readonly [english: string, translation: string]> = [
	['found a tab in the indentation', 'в отступе табуляция вместо пробелов'],
	['a mapping is not allowed in this place', 'словарь в этом месте недопустим'],
	['a key must be on one line and end with a colon', 'ключ должен быть на одной строке и заканчиваться двоеточием'],
	['nested too deeply', 'слишком глубокая вложенность'],
	[
		'Flow sequence in block collection must be sufficiently indented and end with a ]',
		'список в квадратных скобках не закрыт скобкой ] или сдвинут недостаточно',
	],
	[
		'Flow map in block collection must be sufficiently indented and end with a }',
		'словарь в фигурных скобках не закрыт скобкой } или сдвинут недостаточно',
	],
	['Implicit map keys need to be followed by map values', 'после ключа нет двоеточия и значения'],
	['All mapping items must start at the same column', 'элементы словаря начинаются в одном столбце'],
	['All sequence items must start at the same column', 'элементы списка начинаются в одном столбце'],
	['control characters are not allowed', 'управляющие символы недопустимы'],
];
