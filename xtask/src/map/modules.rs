//! The modules of a crate: what each defines, imports and mentions. Code for tests is left out.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use proc_macro2::{TokenStream, TokenTree};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Attribute, Item, UseTree};

/// Gives the text of a file, or nothing where there is none.
pub type Source<'a> = &'a dyn Fn(&Path) -> Option<String>;

/// A path in the source, such as `crate::graph::Node`, and its line.
#[derive(Clone, Debug)]
pub struct Mention {
    /// The names between the colons.
    pub names: Vec<String>,
    /// Line of the file, from 1.
    pub line: usize,
}

/// A module, in a file of its own or inside another's.
#[derive(Debug, Default)]
pub struct Module {
    /// Names from the crate's root down; none for the root itself.
    pub path: Vec<String>,
    /// The file it stands in.
    pub file: PathBuf,
    /// The module around it.
    pub parent: Option<usize>,
    /// The modules in it, by name.
    pub children: BTreeMap<String, usize>,
    /// What it defines itself.
    pub items: BTreeSet<String>,
    /// What `use` brings in, by the name it has here.
    pub imports: BTreeMap<String, Vec<String>>,
    /// What `use …::*` brings in.
    pub globs: Vec<Vec<String>>,
    /// Every path that may lead to another module.
    pub mentions: Vec<Mention>,
}

/// Reads the modules of a crate from its root file; the root is the first.
pub fn read(root: &Path, source: Source<'_>) -> Result<Vec<Module>> {
    let folder = root.parent().unwrap_or(Path::new("")).to_owned();
    let mut modules = vec![Module {
        file: root.to_owned(),
        ..Module::default()
    }];
    Reader {
        modules: &mut modules,
        source,
    }
    .file(0, &folder)?;
    Ok(modules)
}

struct Reader<'a> {
    modules: &'a mut Vec<Module>,
    source: Source<'a>,
}

impl Reader<'_> {
    /// Reads the file of a module; the files of its children lie in `folder`.
    fn file(&mut self, module: usize, folder: &Path) -> Result<()> {
        let file = self.modules[module].file.clone();
        let text = (self.source)(&file).with_context(|| format!("no file {}", file.display()))?;
        let parsed =
            syn::parse_file(&text).with_context(|| format!("cannot parse {}", file.display()))?;
        self.items(module, folder, &parsed.items)
    }

    fn items(&mut self, module: usize, folder: &Path, items: &[Item]) -> Result<()> {
        for item in items.iter().filter(|item| !is_test(attributes(item))) {
            match item {
                Item::Mod(child) => self.child(module, folder, child)?,
                Item::Use(import) => self.import(module, import),
                other => self.other(module, other),
            }
        }
        Ok(())
    }

    fn child(&mut self, parent: usize, folder: &Path, child: &syn::ItemMod) -> Result<()> {
        let name = child.ident.to_string();
        let mut path = self.modules[parent].path.clone();
        path.push(name.clone());
        let inner = folder.join(&name);
        let file = match &child.content {
            Some(_) => self.modules[parent].file.clone(),
            None => self.file_of(folder, &name, &child.attrs),
        };
        let module = self.modules.len();
        self.modules.push(Module {
            path,
            file,
            parent: Some(parent),
            ..Module::default()
        });
        self.modules[parent].children.insert(name, module);
        match &child.content {
            Some((_, items)) => self.items(module, &inner, items),
            None => self.file(module, &inner),
        }
    }

    fn file_of(&self, folder: &Path, name: &str, attributes: &[Attribute]) -> PathBuf {
        if let Some(path) = attributes.iter().find_map(path_attribute) {
            return folder.join(path);
        }
        let own = folder.join(format!("{name}.rs"));
        if (self.source)(&own).is_some() {
            own
        } else {
            folder.join(name).join("mod.rs")
        }
    }

    fn import(&mut self, module: usize, import: &syn::ItemUse) {
        let mut flat = Imports::default();
        flat.tree(&mut Vec::new(), &import.tree);
        let module = &mut self.modules[module];
        let paths = flat.named.iter().map(|(_, path)| path).chain(&flat.globs);
        module.mentions.extend(paths.map(|path| Mention {
            names: path.clone(),
            line: import.span().start().line,
        }));
        module.imports.extend(flat.named);
        module.globs.extend(flat.globs);
    }

    fn other(&mut self, module: usize, item: &Item) {
        let module = &mut self.modules[module];
        module.items.extend(name_of(item));
        Mentions(&mut module.mentions).visit_item(item);
    }
}

/// A `use` taken apart.
#[derive(Default)]
struct Imports {
    named: Vec<(String, Vec<String>)>,
    globs: Vec<Vec<String>>,
}

impl Imports {
    fn tree(&mut self, before: &mut Vec<String>, tree: &UseTree) {
        match tree {
            UseTree::Path(path) => {
                before.push(path.ident.to_string());
                self.tree(before, &path.tree);
                before.pop();
            }
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.tree(before, tree)),
            UseTree::Glob(_) => self.globs.push(before.clone()),
            UseTree::Name(name) => self.name(before, name.ident.to_string(), None),
            UseTree::Rename(name) => {
                let own = name.rename.to_string();
                self.name(before, name.ident.to_string(), Some(own));
            }
        }
    }

    fn name(&mut self, before: &[String], name: String, own: Option<String>) {
        let mut path = before.to_vec();
        // `use a::{self, B}` brings in `a` itself.
        if name != "self" || path.is_empty() {
            path.push(name);
        }
        let last = path.last().cloned().unwrap_or_default();
        self.named.push((own.unwrap_or(last), path));
    }
}

/// Gathers the paths that begin at the crate, at this module or at the one around it.
struct Mentions<'a>(&'a mut Vec<Mention>);

impl Mentions<'_> {
    fn add(&mut self, names: Vec<String>, line: usize) {
        let rooted = matches!(
            names.first().map(String::as_str),
            Some("crate" | "super" | "self")
        );
        if rooted && names.len() > 1 {
            self.0.push(Mention { names, line });
        }
    }

    /// Macros are not parsed: paths are found among their tokens.
    fn tokens(&mut self, tokens: TokenStream) {
        let mut names: Vec<String> = Vec::new();
        let mut line = 0;
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Ident(name) => {
                    if colons != 2 {
                        self.add(std::mem::take(&mut names), line);
                        line = name.span().start().line;
                    }
                    names.push(name.to_string());
                    colons = 0;
                }
                TokenTree::Punct(mark) if mark.as_char() == ':' => colons += 1,
                other => {
                    self.add(std::mem::take(&mut names), line);
                    colons = 0;
                    if let TokenTree::Group(group) = other {
                        self.tokens(group.stream());
                    }
                }
            }
        }
        self.add(names, line);
    }
}

impl<'ast> Visit<'ast> for Mentions<'_> {
    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names = path.segments.iter().map(|part| part.ident.to_string());
        self.add(names.collect(), path.span().start().line);
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        visit::visit_macro(self, call);
        self.tokens(call.tokens.clone());
    }

    // `pub(in crate::a)` says who may look, not who is used.
    fn visit_visibility(&mut self, _: &'ast syn::Visibility) {}

    fn visit_item_use(&mut self, import: &'ast syn::ItemUse) {
        let mut flat = Imports::default();
        flat.tree(&mut Vec::new(), &import.tree);
        let line = import.span().start().line;
        for (_, path) in flat.named {
            self.add(path, line);
        }
        for path in flat.globs {
            self.add(path, line);
        }
    }

    fn visit_item(&mut self, item: &'ast Item) {
        if !is_test(attributes(item)) {
            visit::visit_item(self, item);
        }
    }
}

/// Whether an item is compiled for tests only.
pub fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let cfg = attribute.path().is_ident("cfg");
        cfg && attribute
            .parse_args::<syn::Path>()
            .is_ok_and(|what| what.is_ident("test"))
    })
}

fn path_attribute(attribute: &Attribute) -> Option<String> {
    let syn::Meta::NameValue(pair) = &attribute.meta else {
        return None;
    };
    match &pair.value {
        syn::Expr::Lit(syn::ExprLit {
            lit: syn::Lit::Str(path),
            ..
        }) if pair.path.is_ident("path") => Some(path.value()),
        _ => None,
    }
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

fn name_of(item: &Item) -> Option<String> {
    Some(match item {
        Item::Const(item) => item.ident.to_string(),
        Item::Enum(item) => item.ident.to_string(),
        Item::Fn(item) => item.sig.ident.to_string(),
        Item::Macro(item) => item.ident.as_ref()?.to_string(),
        Item::Static(item) => item.ident.to_string(),
        Item::Struct(item) => item.ident.to_string(),
        Item::Trait(item) => item.ident.to_string(),
        Item::Type(item) => item.ident.to_string(),
        _ => return None,
    })
}
