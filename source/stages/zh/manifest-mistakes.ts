/** Mistakes of a manifest that the reader of YAML names: each English text, and its Chinese translation. */
export const manifestMistakes: ReadonlyArray<readonly [english: string, translation: string]> = [
	['found a tab in the indentation', '缩进处应为空格，实际是制表符'],
	['a mapping is not allowed in this place', '此处不允许出现映射'],
	['a key must be on one line and end with a colon', '键必须写在一行内，并以冒号结尾'],
	['nested too deeply', '嵌套太深'],
	[
		'Flow sequence in block collection must be sufficiently indented and end with a ]',
		'方括号列表没有以 ] 结束，或缩进不够',
	],
	[
		'Flow map in block collection must be sufficiently indented and end with a }',
		'花括号映射没有以 } 结束，或缩进不够',
	],
	['Implicit map keys need to be followed by map values', '键的后面缺少冒号和值'],
	['All mapping items must start at the same column', '映射的各项必须从同一列开始'],
	['All sequence items must start at the same column', '列表的各项必须从同一列开始'],
	['control characters are not allowed', '不允许使用控制字符'],
];
