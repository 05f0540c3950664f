import Foundation
import TestSupport
import Testing

/// Checks YAML with JSON Schemas as editors do: YAML 1.2, and a tag leaves the text, list or map that
/// it is on.
enum SchemaValidation {
  struct File: Encodable {
    /// The name of one of the schemas.
    let schema: String
    let name: String
    let text: String
  }

  private struct Input: Encodable {
    let schemas: [String: String]
    let files: [File]
  }

  /// Returns the mistakes of each file, in order: `path: what`, or `syntax` alone.
  ///
  /// One process checks all files, because starting it takes longer than that.
  static func mistakes(in files: [File], schemas: [String: String]) throws -> [[String]] {
    let python = try #require(
      Tool.pythonWithYAML12, "needs python3-ruamel.yaml and python3-jsonschema: run Scripts/setup")
    let input = try JSONEncoder().encode(Input(schemas: schemas, files: files))
    let result = try python.run(
      ["-W", "ignore", "-c", script], input: String(decoding: input, as: UTF8.self))
    try #require(result.code == 0, "\(result.errors)")
    return try JSONDecoder().decode([[String]].self, from: result.output)
  }

  private static let script = #"""
    import json, re, sys, jsonschema
    from ruamel.yaml import YAML
    from ruamel.yaml.error import YAMLError
    from ruamel.yaml.nodes import ScalarNode, SequenceNode

    INT = re.compile(r'[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+')
    FLOAT = re.compile(r'[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?')
    SPECIAL = re.compile(r'[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)')

    def scalar(node):
        text = node.value
        # Only what has neither quotes nor a tag is read by its spelling.
        if node.style is not None or not node.tag.startswith('tag:yaml.org,2002:'): return text
        if node.tag == 'tag:yaml.org,2002:str': return text
        if text in ('', '~', 'null', 'Null', 'NULL'): return None
        if text in ('true', 'True', 'TRUE', 'false', 'False', 'FALSE'): return text[0] in 'tT'
        if INT.fullmatch(text): return int(text, 0 if text[:2] in ('0x', '0o') else 10)
        if FLOAT.fullmatch(text): return float(text)
        # JSON has no infinity: a number is what an editor sees.
        if SPECIAL.fullmatch(text): return 1.5
        return text

    def value(node):
        if isinstance(node, ScalarNode): return scalar(node)
        if isinstance(node, SequenceNode): return [value(element) for element in node.value]
        result, merged = {}, {}
        for key, content in node.value:
            if key.tag == 'tag:yaml.org,2002:merge':
                content = value(content)
                for part in content if isinstance(content, list) else [content]:
                    merged = {**part, **merged}
            else:
                result[key.value] = value(content)
        return {**merged, **result}

    def read(text):
        yaml = YAML(typ='safe', pure=True)
        yaml.version = (1, 2)
        # The library takes a comma for a part of a tag, as YAML 1.1 does.
        node = yaml.compose(re.sub(r'(![a-z]+),', r'\1 ,', text))
        return None if node is None else value(node)

    def describe(error):
        best = jsonschema.exceptions.best_match([error])
        return '/'.join(str(part) for part in best.absolute_path) + ': ' + best.message[:200]

    given = json.load(sys.stdin)
    validators = {}
    for name, text in given['schemas'].items():
        schema = json.loads(text)
        jsonschema.Draft202012Validator.check_schema(schema)
        validators[name] = jsonschema.Draft202012Validator(schema)
    results = []
    for file in given['files']:
        try:
            document = read(file['text'])
            errors = validators[file['schema']].iter_errors(document)
            results.append(sorted(describe(error) for error in errors))
        except YAMLError:
            results.append(['syntax'])
    json.dump(results, sys.stdout)
    """#
}
