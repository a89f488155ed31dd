//! The module as a whole, on the textbook's trees and on random ones.
