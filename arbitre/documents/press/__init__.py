"""Pages on paper: the handbook as a booklet, its cards nine a page, as PDF."""
